declare module "*/verify/verify.mjs" {
  /** Check the bytes of a match file; throws an Error that says what is wrong and where. */
  export function verify(bytes: Uint8Array): Promise<{ game: string; events: number; dice: number; typed: number }>;
}
