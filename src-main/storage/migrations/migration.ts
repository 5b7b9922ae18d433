/** One step of the database's shape. Never changed once it was released: a new step follows. */
export interface Migration {
  /** The number in the file name; it becomes the database's `user_version`. */
  readonly version: number;
  readonly sql: string;
}
