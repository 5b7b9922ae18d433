/** Apart from the model itself, which is loaded only where it is asked. */
export const practiceModelId = "practice/practice";
