// The code lies in storage, since the database's thread reads the folder by the same names.
export { fileNameOf, keyOfFileName } from "../storage/session-file/file-name.ts";
