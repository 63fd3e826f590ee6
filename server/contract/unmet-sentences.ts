/** Why a rule on clients is not met although its situation came up. The dashboard has the same in its other languages. */
export const UNMET_SENTENCES = {
  doubt_one:
    '{{count}} request came too early, so soon after a refusal (#{{refused}}) that it cannot be told whether it knew of it.',
  doubt_other:
    '{{count}} requests came too early, so soon after a refusal (the first is #{{refused}}) that it cannot be told whether they knew of it.',
  told: 'The situation came up, and is reported under {{rules}} (#{{from}} to #{{to}}).',
  told_one: 'The situation came up, and is reported under {{rules}} (#{{from}}).',
} as const satisfies Record<string, string>
