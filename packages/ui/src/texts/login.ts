export const login = {
  title: "Sign in",
  endedTitle: "Your session has ended",
  ended: "Sign in again to go on. With a token, this page stays as it is, with what you typed.",
  intro: "This service wants to know who you are.",
  what: "how to sign in",
  withIssuer: (issuer: string) => `Sign in with ${issuer}`,
  token: "Token",
  tokenHelp: "Paste a token that this service accepts. It is kept until you close this browser tab.",
  use: "Use this token",
  refused: "The token was not accepted",
  notNeeded: "This service asks nobody who they are.",
} as const;
