/** An attempt that was open no longer than this was answered at once: no request shows that it came before the answer. */
export const QUICK_MS = 250

/** Why a rule on clients is not met although its situation came up. The dashboard has the same in its other languages. */
export const UNMET_SENTENCES = {
  doubt_one:
    '{{count}} request came too early, so soon after the refusal #{{refused}} that it cannot be told whether it knew of it: #{{early}}.',
  doubt_other:
    '{{count}} requests came too early, so soon after a refusal that it cannot be told whether they knew of it. The first is #{{early}}, after the refusal #{{refused}}.',
  inconclusive_one:
    '{{count}} request failed and came again until it was answered, after waits that were not all long enough to show backoff: not kept, and no finding either, which takes three failures in a row after short waits of about the same length. {{cases}}.',
  inconclusive_other:
    '{{count}} requests failed and came again until they were answered, after waits that were not all long enough to show backoff: not kept, and no finding either, which takes three failures in a row after short waits of about the same length. {{cases}}.',
  too_quick_one:
    'While a delivery waited for its answer, a request asked for its call. The attempt was open for {{long_ms}} ms or less: too quick to tell whether the receiver answered first. {{cases}}.',
  too_quick_other:
    'While {{count}} deliveries waited for their answer, a request asked for the call of each. The attempts were open for {{long_ms}} ms or less: too quick to tell whether the receiver answered first. {{cases}}.',
  told: 'The situation came up, and is reported under {{findings}}.',
} as const satisfies Record<string, string>

/** How to find out whether those knew of a refusal of which a finding says that they need not have. The dashboard has the same. */
export const ONE_CONNECTION =
  "If your client sends one request after another, let it keep to one connection, which decides it: Node's fetch opens several even then; an undici Agent with connections: 1 keeps to one."

interface DoubtLike {
  /** The refusal, and what came after it. */
  readonly evidence: readonly { readonly seq: number }[]
}

/** The first request that is in doubt, and the refusal that it came too early to. */
export function firstInDoubt(doubts: readonly DoubtLike[]): { early: number; refused: number } {
  const [first] = doubts
    .map(({ evidence: [refusal, came] }) => ({ refused: refusal?.seq ?? 0, early: came?.seq ?? refusal?.seq ?? 0 }))
    .toSorted((one, other) => one.early - other.early)
  return first ?? { early: 0, refused: 0 }
}
