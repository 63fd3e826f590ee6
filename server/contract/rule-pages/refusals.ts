import type { RulePage } from './rule-page.ts'

export const REFUSALS = {
  retry_before_retry_after: {
    finds:
      'A request before the wait is over, less {{percent}} % of it and at least {{least_ms}} ms. An error where the client knew of the refusal: the same request on the connection of the refusal or {{knows_ms}} ms later, or any request of a client that sends one after the other over one connection at a time (fetch of Node uses two in turn), also once one of them has succeeded. Otherwise a warning.',
    why: 'What comes early is refused again, may use up a slot of the window, and keeps others of the tenant from theirs.',
    bad: ['GET /customers → 429, Retry-After: 30', 'GET /customers → 429, Retry-After: 25, after 5 s'],
    good: ['GET /customers → 429, Retry-After: 30', 'GET /customers → 200, after 30 s'],
    spares:
      'Requests that were on their way when the refusal left, and quota_exceeded, which requests_after_quota is about.',
  },
  requests_after_quota: {
    finds:
      'A request after quota_exceeded, before midnight in Tokyo. An error from {{error_from}} equal ones on, each at most {{apart}} s after the one before; otherwise a warning.',
    why: 'Nothing can succeed until the day is over: the queue only turns, and what is new waits behind it.',
    bad: [
      'GET /customers → 429 quota_exceeded, Retry-After: 3600',
      'GET /customers → 429 quota_exceeded, Retry-After: 3590, after 10 s',
    ],
    good: ['GET /customers → 429 quota_exceeded, Retry-After: 3600', 'GET /customers → 200, after 3600 s'],
    spares: 'Requests that may not have known of the refusal, and those that hammering has found already.',
  },
  hammering: {
    finds:
      'An error: {{early}} requests that knew of one refusal and came before its wait was over, less {{percent}} % of it and at least {{least_ms}} ms; or {{row}} refusals in a row with such a request to each. A request counts with one refusal alone: the oldest whose wait lasts as it comes, or, of several workers, that of the same request. Which ones knew, retry_before_retry_after says.',
    why: 'It is the traffic that a limit is there to stop; a real service may block the key for it.',
    bad: [
      'GET /customers → 429, Retry-After: 30',
      '{{early}} × GET /customers → 429, Retry-After: 29 down to {{last}}, each after 1 s',
    ],
    good: ['GET /customers → 429, Retry-After: 30', 'GET /customers → 200, after 30 s'],
    spares:
      'Requests that were on their way when the refusal left, as of a pool of workers, until {{flood}} of a pool were refused in one wait.',
  },
  herd_at_reset: {
    finds:
      'A warning: within {{within_ms}} ms after the reset that a refusal had named, {{herd}} requests of one client, or {{percent}} % of the burst limit where that is more.',
    why: 'The window is used up as soon as it opens, and the next refusal follows.',
    bad: ['GET /customers → 429, Retry-After: 10', '30 × GET /customers/7 → 200, all at once, after 10 s'],
    good: [
      'GET /customers → 429, Retry-After: 10',
      'GET /customers → 200, after 10 s',
      '29 × GET /customers/7 → 200, each after 0.5 s',
    ],
    spares: 'Worlds whose clock does not run with real time, where nobody can spread requests.',
  },
  no_backoff: {
    finds:
      'Equal requests that were all answered 5xx or broken off, each sent less than {{gap}} s after the one before had ended, and the longest of these waits less than {{growth}} times the shortest plus {{growth_ms}} ms. A warning from {{warning_from}} attempts on, an error from {{error_from}}. It is kept when such a request gets an answer other than 5xx (also 409 or 429) and each wait before that was long enough: as long as Retry-After asked, or else at least {{growth_percent}}% plus {{growth_ms}} ms longer than the one before or, from {{gap}} s on, about as long: at most {{jitter_percent}}% or {{jitter_ms}} ms shorter, whichever is more.',
    why: 'A service that is coming up again is held down by those who ask as fast as before.',
    bad: ['{{error_from}} × GET /customers → 503, each after 0.2 s'],
    good: ['GET /customers → 503', 'GET /customers → 503, after 1 s', 'GET /customers → 200, after 2 s'],
    spares:
      'What waited as long as Retry-After said. What was asked for at that rate before, too, is only information. Waits that were not all long enough, and are too few or too different for a finding, do not keep it either: a delay that is drawn at random can come out so. They leave the drill three_503s undecided where nothing else shows backoff.',
  },
  endless_retries: {
    finds:
      'More than {{writes}} attempts at one write without success: an error. Of one read, more than {{reads}} within {{minutes}} min: a warning.',
    why: 'A request that never succeeds stays in its queue for good, and nobody hears of it.',
    bad: ['{{too_many}} × PUT /customers/7 → 500, each after 5 s'],
    good: ['5 × PUT /customers/7 → 500, each after 5 s'],
    spares:
      'Attempts that waited as long as they were asked to. After {{pause_minutes}} min without an attempt it counts anew.',
  },
  retried_final_refusal: {
    finds:
      'A write again, just as it was, within {{within}} s of 400, 403, 409, 413, 415 or 422: a warning, an error from repeat {{error_from}} on. A read, or after 401, 404, 405: information, a warning from repeat {{unsure_from}} on.',
    why: 'The answer cannot be another one, and the fault in the data stays unseen.',
    bad: ['3 × POST /customers external_id=7 → 422, each after 2 s'],
    good: ['POST /customers external_id=7 → 422', 'POST /customers external_id=8 → 201, after 2 s'],
    spares: 'What came after a write of the tenant had succeeded, or after limits, keys or the plan were changed.',
  },
  gave_up_write: {
    finds:
      'Information: a write that was refused with 429, or 503 and Retry-After, and did not come again in {{times}} times that wait: in real time, and by as much as the emulated clock was moved on.',
    why: 'What the write was to store is in no system, and the refusal was only for a while.',
    bad: ['POST /customers → 429, Retry-After: 30', 'GET /customers → 200, after 90 s'],
    good: ['POST /customers → 429, Retry-After: 30', 'POST /customers → 201, after 30 s'],
    spares:
      'Reads, and writes that were refused for good. While the emulated clock stands still, real time counts all the same: it is what the client waits by.',
  },
  ignored_remaining: {
    finds:
      'Information: a request that is refused with 429 after the newest answer had said X-RateLimit-Remaining: 0, and before X-RateLimit-Reset.',
    why: 'The client was told in time and could have waited without a refusal.',
    bad: ['GET /customers → 200, 0 remain for 60 s', 'GET /customers/7 → 429, after 1 s'],
    good: ['GET /customers → 200, 0 remain for 60 s', 'GET /customers/7 → 200, after 60 s'],
    spares:
      'quota_exceeded, which is another limit, and every request of a client from when it had two in flight at once: it need not have known of the answer.',
  },
} as const satisfies Record<string, RulePage>
