/** Ends a sign-in; its message is for people. A TypeError, which the library hands on where it would go on without others. */
export class SignInFailure extends TypeError {
  constructor(message: string) {
    super(message);
    this.name = "SignInFailure";
  }
}
