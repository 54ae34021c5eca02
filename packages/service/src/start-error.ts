/** Why the service cannot start, and what to do about it: for people, without a stack trace. */
export class StartError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.remedy = remedy;
  }
}
