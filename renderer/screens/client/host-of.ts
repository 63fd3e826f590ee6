/** Where an attempt went, without the path; `inbox` is none of an address. */
export const hostOf = (target: string): string => target.replace(/^\w+:\/\/([^/?#]+).*$/, '$1')
