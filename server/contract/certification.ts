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
export interface CertifyResult {
  url: string
  /** No case failed, and no `problem` prevented any from being tried. */
  passed: boolean
  score: { passed: number; failed: number; not_tried: number; total: number }
  /** Why cases were not tried, in a sentence: a genuine delivery was not accepted, or the probe for effects cannot be used. */
  problem: string | null
  cases: CertifyCase[]
}
