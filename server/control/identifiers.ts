declare const kind: unique symbol

/**
 * A text that names one kind of thing. A plain text passes for it, since ids also come from headers, logs and databases; what does not pass is
 * the id of another kind.
 */
type Id<Kind extends string> = string & { readonly [kind]?: Kind }

export type CallId = Id<'call'>
export type EventId = Id<'event'>
export type DeliveryId = Id<'delivery'>
/** What `X-Request-ID` says. */
export type RequestId = Id<'request'>
export type KeyId = Id<'key'>
