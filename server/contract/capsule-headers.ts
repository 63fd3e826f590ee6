/** Headers of the download of a capsule: the request at which it opens, and whether (`yes`, `no`) it holds the state that this request found. */
export const CAPSULE_HEADERS = {
  request: 'X-Ringback-Capsule-Request',
  rewound: 'X-Ringback-Capsule-Rewound',
} as const
