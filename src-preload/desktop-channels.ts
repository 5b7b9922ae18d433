/* The names of what crosses between the desktop's window and its main process. */

export const requestChannel = "perch:request";
export const subscribeChannel = "perch:subscribe";
export const deliveryChannel = "perch:delivery";
