/** What a judge keeps is bounded, whatever clients do. */

/** Clients of a world that are told apart; the one that was quiet for longest is forgotten. */
export const MOST_ACTORS = 64
/** Different requests of one client that are told apart. */
export const MOST_FINGERPRINTS = 4_096
/** Exchanges of a finding; more say nothing new, and how many there were is in its message. */
export const MOST_EVIDENCE = 12
/** Requests that are in doubt after one refusal, which only their list tells of. */
export const MOST_DOUBTFUL = 40
/** Findings of one rule that are listed; those beyond are counted. The first ones stay, so that nothing that was said is taken back. */
export const MOST_FINDINGS = 200
/** Cases of one client that a rule shows as handled well: the first one and the newest. */
export const MOST_CASES = 4
/** Those of all clients together: where there are many, fewer of each. */
export const MOST_CASES_LISTED = 64
