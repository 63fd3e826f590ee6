declare const kind: unique symbol

/**
 * A text that identifies one kind of thing. A plain string is accepted too, because ids also come from headers, logs and databases; the id
 * of another kind is not.
 */
type Id<Kind extends string> = string & { readonly [kind]?: Kind }

export type CallId = Id<'call'>
export type EventId = Id<'event'>
export type DeliveryId = Id<'delivery'>
/** The value of `X-Request-ID`. */
export type RequestId = Id<'request'>
export type KeyId = Id<'key'>
