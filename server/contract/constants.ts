/** The numbers and fixed texts of the contract that belong to no other table (contract/README.md#customer, #endpoints, #limits, #version). */

export const API_PREFIX = '/api/v1'
export const API_VERSION = '1.0.0'

/** Items per page of every list. */
export const PAGE_SIZE = 50

export const BULK_CUSTOMERS_MIN = 1
export const BULK_CUSTOMERS_MAX = 500

/** In Unicode code points. */
export const EXTERNAL_ID_MAX_LENGTH = 255

export const PHONE_NUMBER_MIN_LENGTH = 7
export const PHONE_NUMBER_MAX_LENGTH = 20
/** Digits, hyphens and plus signs, ASCII only. The lengths are also above, for messages. */
export const PHONE_NUMBER_PATTERN = '^[0-9+-]{7,20}$'

/** How much of a phone number lists and logs show: the first three and the last four digits. */
export const PHONE_MASK = { head: 3, mask: '****', tail: 4 } as const

/** Longest range of `from` and `to`, in days. */
export const RANGE_MAX_DAYS = 31
/** How far back `from` may lie, in days. */
export const RANGE_MAX_AGE_DAYS = 180

export const LIVE_KEY_PREFIX = 'svc_live_'
export const TEST_KEY_PREFIX = 'svc_test_'
export const WEBHOOK_SECRET_PREFIX = 'whsec_'
/** Stands in every key and secret that Ringback mints, and in none of the real service. */
export const MINTED_WORD = 'ringback'

export const MINUTE_WINDOW_SECONDS = 60
export const BURST_WINDOW_SECONDS = 10

/** The day of quotas and webhook sends starts at 00:00 in this zone. It has no daylight saving: nine hours ahead of UTC. */
export const DAY_ZONE = 'Asia/Tokyo'
export const DAY_ZONE_OFFSET_HOURS = 9

/** What a world may be called, so that it is safe in a path and as a file name. */
export const WORLD_ID_PATTERN = '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'
