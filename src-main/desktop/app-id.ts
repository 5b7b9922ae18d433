/** How systems know the app: Windows groups its windows and notifications by it, macOS its permissions. */
export const appId = "app.perch.desktop";
