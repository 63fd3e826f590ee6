const INBOX = /^https:\/\/inbox\.ringback\.test\/([^/?#]+)/

/** The receiver inside Ringback that a webhook URL means; `undefined` for every other receiver. */
export function inboxNameOf(url: string): string | undefined {
  return INBOX.exec(url)?.[1]
}
