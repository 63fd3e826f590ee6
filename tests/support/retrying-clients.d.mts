interface Client {
  readonly get: (path: string) => Promise<unknown>
  readonly close: () => unknown
}
/** A client of the API at a URL, with a key. */
export type MakeClient = (target: { readonly url: string; readonly key: string }) => Client

/** By what they do. */
export const CAREFUL: Readonly<Record<string, MakeClient>>
export const CARELESS: Readonly<Record<string, MakeClient>>
