/** Colours of a terminal and its other orders, whole; then what else is not for reading. */
const orders = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/g;

/** Text for a model: colours say nothing to it. */
export function withoutOrders(text: string): string {
  return text.replace(orders, "");
}

/** Text for people, without anything that would act on a screen. */
export function plain(text: string): string {
  return withoutOrders(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
}
