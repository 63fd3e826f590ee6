import type { VerdictText } from './verdict-text.ts'

export const READS = {
  stuck_page: {
    says: 'A list is read with a parameter that turns its pages.',
    fix: 'Turn pages with the parameter page. Its name is an assumption: if the real service has another one, take that and change paging.parameter here.',
    messages: {
      stuck:
        '{{requests}} requests for {{path}} differed only in {{parameter}}, which the contract does not have: each was answered with page {{page}} of {{last_page}}.',
    },
  },
  pages_left_out: {
    says: 'All pages of a list are read.',
    fix: 'Ask for page=2 and so on until current_page is last_page. A page has up to 50 entries, whatever else is asked for: leave out a parameter that was ignored.',
    open: 'Decided when all pages have been read, the first as well: one that was refused or lost is still missing.',
    messages: {
      one: '#{{first}} was answered with page 1 of {{last_page}}; page 2 was never asked for.',
      one_beside:
        '#{{first}}, with {{parameter}}, which the contract does not have and which was ignored, was answered with page 1 of {{last_page}}, up to {{rows}} entries each; page 2 was never asked for.',
      elsewhere:
        '#{{first}} was answered with page 1 of {{last_page}}; page 2 was never asked for, although this client turns the pages of other lists.',
      elsewhere_beside:
        '#{{first}}, with {{parameter}}, which the contract does not have and which was ignored, was answered with page 1 of {{last_page}}, up to {{rows}} entries each; page 2 was never asked for, although this client turns the pages of other lists.',
    },
  },
  pages_moved: {
    says: 'A list that has changed while its pages were read is read again.',
    fix: 'Compare total from page to page. When it changes, read the list again from its first page, or narrow it until one page holds it.',
    messages: {
      moved:
        'Between #{{first}} and #{{second}} the list went from {{before}} to {{after}} entries, so that some may have been seen twice or never; it was not read again.',
    },
  },
  range_gap: {
    says: 'Ranges that are read one after another leave no day out.',
    fix: 'Begin each range on the day after the last one: to is part of the range.',
    messages: {
      one: 'No range has {{day}}: #{{first}} ends the day before, #{{second}} begins the day after.',
      several:
        '{{days}} days lie between two ranges and are in none. The first is {{day}}: #{{first}} ends the day before, #{{second}} begins the day after.',
    },
  },
  range_overlap: {
    says: 'Ranges that are read one after another have no day twice.',
    fix: 'Begin each range on the day after the last one: to is part of the range.',
    messages: {
      one: 'Two ranges have {{day}}: #{{first}} ends with it, #{{second}} begins with it.',
      several:
        '{{days}} days are in two ranges. The first is {{day}}: #{{first}} ends with it, #{{second}} begins with it.',
    },
  },
  yesterday_is_today: {
    says: 'Today is the date in Tokyo, from midnight there.',
    fix: 'Take the date in Asia/Tokyo for from and to, not the one in UTC: until 09:00 in Tokyo that is yesterday.',
    messages: {
      utc: 'Between 00:00 and 09:00 of {{today}} in Tokyo {{requests}} requests asked up to {{newest}}, the date in UTC, and none for {{today}}.',
    },
  },
  polls_while_subscribed: {
    says: 'Who gets webhooks on calls does not poll for them.',
    fix: 'Wait for the webhook, and list calls to make up for events that were not delivered.',
    messages: {
      some: '{{requests}} requests for {{path}} had equal answers, {{from}} or more of them within ten minutes, while a webhook on calls of this tenant was being acknowledged.',
    },
  },
  same_read_again: {
    says: 'What was read a moment ago is not read again.',
    fix: 'Keep the answer for a few seconds, or share it between the parts of the program that need it.',
    messages: {
      some: '{{requests}} equal requests for {{path}}, none more than {{seconds, duration}} after the one before, had equal answers.',
    },
  },
  wasted_quota: {
    says: 'The requests of a day go where they tell or change something.',
    fix: 'Mend what the other rules on reads and updates name, the one with most requests first.',
    messages: {
      share:
        '{{wasted}} of {{counted}} requests of clients that the quota of {{day}} has counted told nothing new and changed nothing.',
    },
  },
} as const satisfies Record<string, VerdictText>
