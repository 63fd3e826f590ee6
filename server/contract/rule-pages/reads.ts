import type { RulePage } from './rule-page.ts'

const [JANUARY, FEBRUARY, MARCH] = [
  'GET /calls?from=2026-01-01&to=2026-01-31 → 200',
  'GET /calls?from=2026-02-01&to=2026-02-28 → 200',
  'GET /calls?from=2026-03-01&to=2026-03-10 → 200',
]

export const READS = {
  stuck_page: {
    finds:
      'An error: {{times}} answers in a row with the same page of the same list, to requests that differ only in a parameter that the contract does not have and that is called like a page.',
    why: 'The client takes the first page for all of them: the rest of the list is never seen.',
    bad: [
      'GET /customers → 200, page 1 of 3',
      'GET /customers?pageNumber=2 → 200, page 1 of 3',
      'GET /customers?pageNumber=3 → 200, page 1 of 3',
    ],
    good: [
      'GET /customers → 200, page 1 of 3',
      'GET /customers?page=2 → 200, page 2 of 3',
      'GET /customers?page=3 → 200, page 3 of 3',
    ],
    spares: 'Requests for the last page, and lists that changed in between.',
  },
  pages_left_out: {
    finds:
      'Information: a list with several pages whose second page is not asked for with the same filters in the run. A warning where the client turns the pages of another list.',
    why: 'What stands on later pages is missing in the CRM.',
    bad: ['GET /customers → 200, page 1 of 3'],
    good: [
      'GET /customers → 200, page 1 of 3',
      'GET /customers?page=2 → 200, page 2 of 3',
      'GET /customers?page=3 → 200, page 3 of 3',
    ],
    spares:
      'Lists of one page. A list whose second page was asked for, or of which only later pages were, is neither kept nor broken but open until all have been read.',
  },
  pages_moved: {
    finds: 'Information: total changes between two pages of one reading, and the first page is not read again.',
    why: 'Entries move from page to page meanwhile: some are read twice, others never.',
    bad: ['GET /customers → 200, page 1 of 2, 60 in all', 'GET /customers?page=2 → 200, page 2 of 2, 61 in all'],
    good: [
      'GET /customers → 200, page 1 of 2, 60 in all',
      'GET /customers?page=2 → 200, page 2 of 2, 61 in all',
      'GET /customers → 200, page 1 of 2, 61 in all',
      'GET /customers?page=2 → 200, page 2 of 2, 61 in all',
    ],
    spares: 'A list that changes between two readings.',
  },
  range_gap: {
    finds:
      'A warning: of ranges that are read one after another, at most {{minutes}} min apart, a day lies between two and is in neither.',
    why: 'The calls of that day are missing in the CRM.',
    bad: [JANUARY, 'GET /calls?from=2026-02-02&to=2026-02-28 → 200', MARCH],
    good: [JANUARY, FEBRUARY, MARCH],
    spares: 'Ranges that are far apart, as those of two errands.',
  },
  range_overlap: {
    finds:
      'Information: of ranges that are read one after another, at most {{minutes}} min apart, a day is the last of one and the first of the next.',
    why: 'The calls of that day are read twice, and counted twice where they are summed up.',
    bad: [JANUARY, 'GET /calls?from=2026-01-31&to=2026-02-28 → 200', MARCH],
    good: [JANUARY, FEBRUARY, MARCH],
    spares: 'Ranges that are far apart, as those of two errands.',
  },
  yesterday_is_today: {
    finds:
      'Information: between 00:00 and 09:00 in Tokyo, {{from}} requests with the date in UTC as their newest day, and none up to the date in Tokyo.',
    why: 'The calls of the night are read nine hours late.',
    bad: ['02:00 in Tokyo of 2026-03-11', '{{from}} × GET /calls?from=2026-03-01&to=2026-03-10 → 200, each after 1 s'],
    good: ['02:00 in Tokyo of 2026-03-11', '{{from}} × GET /calls?from=2026-03-01&to=2026-03-11 → 200, each after 1 s'],
    spares: 'The other hours, in which both dates are the same.',
  },
  polls_while_subscribed: {
    finds:
      'A warning: {{from}} equal answers to one request for calls within {{minutes}} min, while a webhook on calls of the tenant is being acknowledged.',
    why: 'Each is one of the requests of the day, for what the webhook brings sooner.',
    bad: ['Delivery d1 → 200', '{{from}} × GET /calls/7 → 200, each after 30 s'],
    good: ['Delivery d1 → 200', 'GET /calls/7 → 200, after 1 s'],
    spares: 'Answers that had something new, and looking for a call after a 409.',
  },
  same_read_again: {
    finds: 'Information: {{from}} equal requests with equal answers, each at most {{apart}} s after the one before.',
    why: 'Each is one of the requests of the day, and told nothing new.',
    bad: ['{{from}} × GET /customers/7 → 200, each after 1 s'],
    good: ['GET /customers/7 → 200', 'GET /customers/7 → 200, after 60 s'],
    spares: 'Those that stuck_page or polls_while_subscribed has found.',
  },
  wasted_quota: {
    finds:
      'Information: which share of the requests of a Tokyo day the other rules on reads and updates have found. A warning over {{percent}} %, on a day with {{from}} requests or more.',
    why: 'It says what mending the others would bring.',
    bad: ['10 × GET /customers/7 → 200, each after 1 s'],
    good: ['GET /customers/7 → 200', 'GET /customers/8 → 200, after 1 s'],
    spares: 'Requests that the quota did not count. It is a total, and blames nothing that another rule does not.',
  },
} as const satisfies Record<string, RulePage>
