// Whether the dice of a match were honest, in a sentence.

type Verifier = typeof import("../../verify/verify.mjs");

/** Check a match file in the browser, with a verifier that shares no code with the server. What does not arrive is no verdict. */
export async function diceVerdict(fetchFile: () => Promise<string>, load: () => Promise<Verifier> = () => import("../../verify/verify.mjs")): Promise<string> {
  let verifier: Verifier;
  let file: string;
  try {
    file = await fetchFile();
  } catch (failure) {
    return `Could not be checked now: ${(failure as Error).message}`;
  }
  try {
    verifier = await load();
  } catch {
    return "Could not be checked now: the check itself did not arrive. Load this page anew and try again.";
  }
  try {
    const { dice } = await verifier.verify(new TextEncoder().encode(file));
    return `True: no line was altered, and all ${dice} dice are those of the secret that was announced at the start.`;
  } catch (untrue) {
    return `Not true: ${(untrue as Error).message}`;
  }
}
