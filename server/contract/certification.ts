export interface CertifyCase {
  id: string
  title: string
  outcome: 'passed' | 'failed' | 'not_tried'
  passed: boolean
  expected: string
  /** The answers, or why the case was not tried. */
  observed: string
  /** How to correct the receiver; null when the case did not fail. */
  fix: string | null
  /** Real time that the receiver took for the deliveries of the case. */
  duration_ms: number
}
/** How a receiver handled the catalogue. */
export interface Certification {
  url: string
  /** No case failed, and no `problem` prevented any from being tried. */
  passed: boolean
  score: { passed: number; failed: number; not_tried: number; total: number }
  /** Why cases were not tried, in a sentence: a genuine delivery was not accepted, or the URL that counts its work cannot be used. */
  problem: string | null
  cases: CertifyCase[]
}

/** `7 passed, 5 failed, 3 not tried`; what there is none of is left out, except that none passed. */
export const scoreText = ({ passed, failed, not_tried }: Omit<Certification['score'], 'total'>): string =>
  [
    `${passed} passed`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(not_tried === 0 ? [] : [`${not_tried} not tried`]),
  ].join(', ')

export interface CertifyResult extends Certification {
  /** When it ended, in emulated time. */
  at: string
  /** The same by the clock of the machine: a receiver lives in real time. */
  real_at: string
}

/** What each case asks of a receiver, in the order in which they are tried: a 2xx, a 4xx, or that the work is done as often as it should be. */
export const CERTIFICATION_ASKS = {
  valid: { asks: 'accepted', title: 'A genuine delivery is accepted, even with text outside ASCII' },
  duplicate_delivery: { asks: 'accepted', title: 'A delivery that comes a second time is accepted again' },
  duplicate_worked_once: { asks: 'once', title: 'A delivery that comes a second time is processed once' },
  forged_id: { asks: 'once', title: 'A genuine delivery is processed, though a forgery with its id came before' },
  forged_work: { asks: 'once', title: 'A forged delivery is not processed' },
  out_of_order: { asks: 'accepted', title: 'A completed call is accepted before the missed call that came earlier' },
  wrong_secret: { asks: 'refused', title: 'A delivery that is signed with another secret is refused' },
  tampered_body: { asks: 'refused', title: 'A changed body under the signature of a genuine delivery is refused' },
  uppercase_digest: { asks: 'refused', title: 'A digest in upper-case hex is refused' },
  missing_header: {
    asks: 'refused',
    title: 'A delivery without a signature, or with the beginning of one, is refused',
  },
  reserialized_body: { asks: 'refused', title: 'The same JSON in bytes other than those signed is refused' },
  slow: { asks: 'accepted', title: 'A call of two hours, which invites slow processing, is answered in time' },
  burst_of_ten: { asks: 'accepted', title: 'Ten deliveries at the same moment are all accepted' },
  unknown_event: { asks: 'accepted', title: 'An event kind that does not exist yet is accepted' },
  large_payload: { asks: 'accepted', title: 'A delivery of 900 kB is accepted' },
} as const satisfies Record<string, { asks: 'accepted' | 'refused' | 'once'; title: string }>
