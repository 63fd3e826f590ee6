import { BULK_CUSTOMERS_MAX } from '../constants.ts'
import type { VerdictText } from './verdict-text.ts'

export const WRITES = {
  call_without_external_id: {
    says: 'Every initiation carries an external_id: a repeat is then refused, and webhooks name the record that it belongs to.',
    fix: 'Send the id of your own record as external_id with every initiation.',
    messages: {
      some_one: '#{{first}} placed a call without an external_id.',
      some_other: '{{count}} calls were placed without an external_id. The first is #{{first}}.',
      besides_one: '#{{first}} placed a call without an external_id, besides those of a double call.',
      besides_other:
        '{{count}} calls were placed without an external_id, besides those of a double call. The first is #{{first}}.',
    },
  },
  double_call: {
    says: 'When the answer to an initiation is lost, its repeat does not place a second call.',
    fix: 'Give an initiation and its repeats the same external_id.',
    open: 'Decided when the client has heard of the call or has placed another one, at the latest two minutes after the answer was lost.',
    messages: {
      cut: '#{{second}} placed a second call to {{number}}, {{seconds, clocks}} after the answer to #{{first}} was lost.',
      truncated:
        '#{{second}} placed a second call to {{number}}, {{seconds, clocks}} after the answer to #{{first}} was cut.',
      gone: '#{{second}} placed a second call to {{number}}, {{seconds, clocks}} after the client had left #{{first}} without its answer. If no program repeated it, a person dialled again.',
      several:
        '{{calls}} calls to {{number}} were placed, one by #{{first}}, whose answer did not arrive whole, the others by its repeats.',
    },
  },
  fresh_external_id_on_retry: {
    says: 'The repeat of an initiation whose answer was lost carries the external_id of the first.',
    fix: 'Choose the external_id before the first attempt and send the same one with every repeat.',
    open: 'Decided when the client has heard of the call or has placed another one, at the latest two minutes after the answer was lost.',
    messages: {
      cut: '#{{second}} placed a second call to {{number}}, {{seconds, clocks}} after the answer to #{{first}} was lost: it carried another external_id.',
      truncated:
        '#{{second}} placed a second call to {{number}}, {{seconds, clocks}} after the answer to #{{first}} was cut: it carried another external_id.',
      gone: '#{{second}} placed a second call to {{number}}, {{seconds, clocks}} after the client had left #{{first}} without its answer: it carried another external_id. If no program repeated it, a person dialled again.',
      several:
        '{{calls}} calls to {{number}} were placed, one by #{{first}}, whose answer did not arrive whole, the others by its repeats, each under an external_id of its own.',
    },
  },
  conflict_not_resolved: {
    says: 'After a 409 the client looks for the call that has the external_id already, or places its own under another one.',
    fix: 'List the calls of the day, or fetch the call itself, and go on with the one that has this external_id. If yours is another call, place it under an external_id of its own; where the answer to the first call was lost, look for that one all the same.',
    open: 'Decided when the call is found, or when the same person is called under another external_id and no answer to the call that is there was lost; without any look, a minute after the 409 when the client has gone on.',
    messages: {
      unasked:
        '#{{first}} was answered 409, and for {{seconds, duration}} nothing was asked about the call of its external_id.',
      ended:
        '#{{first}} was answered 409; the client went on, and nothing was asked about the call of its external_id before the end.',
      unasked_another:
        '#{{first}} was answered 409, and for {{seconds, duration}} nothing was asked about the call of its external_id. #{{another}} called the same person under another external_id, which does not settle it: #{{lost}} had called this person already, and its answer was lost.',
      ended_another:
        '#{{first}} was answered 409; the client went on, and nothing was asked about the call of its external_id before the end. #{{another}} called the same person under another external_id, which does not settle it: #{{lost}} had called this person already, and its answer was lost.',
    },
  },
  same_person_twice: {
    says: 'Nobody is called again by the same staff member within two minutes.',
    fix: 'Look whether the call before is over, and ask the user before you call a number that was called a moment ago.',
    open: 'Decided two minutes after the call, by whether the same person was called again.',
    messages: {
      again: '#{{second}} called {{number}} again, {{seconds, clocks}} after #{{first}} had been answered.',
      after_another:
        '#{{second}} called {{number}} again, {{seconds, clocks}} after #{{first}} of another client had been answered.',
      again_meanwhile:
        '#{{second}} called {{number}} again, {{seconds, clocks}} after #{{first}} had been answered and while the call before was still under way.',
      after_another_meanwhile:
        '#{{second}} called {{number}} again, {{seconds, clocks}} after #{{first}} of another client had been answered and while the call before was still under way.',
      again_though_told:
        '#{{second}} called {{number}} again, {{seconds, clocks}} after #{{first}} had ended without its whole answer, although a 409 had told of that call.',
      again_though_told_meanwhile:
        '#{{second}} called {{number}} again, {{seconds, clocks}} after #{{first}} had ended without its whole answer, although a 409 had told of that call, which was still under way.',
      several: '{{calls}} calls to {{number}} were placed shortly after one another, from #{{first}} on.',
      several_besides:
        '{{calls}} calls to {{number}} were placed shortly after one another, from #{{first}} on, besides {{lost}} whose answer did not arrive whole.',
      by_clients:
        '{{calls}} calls to {{number}} were placed by {{clients}} clients shortly after one another, from #{{first}} on.',
      by_clients_besides:
        '{{calls}} calls to {{number}} were placed by {{clients}} clients shortly after one another, from #{{first}} on, besides {{lost}} whose answer did not arrive whole.',
      several_meanwhile:
        '{{calls}} calls to {{number}} were placed shortly after one another, from #{{first}} on, {{meanwhile}} of them while the one before was still under way.',
      several_besides_meanwhile:
        '{{calls}} calls to {{number}} were placed shortly after one another, from #{{first}} on, {{meanwhile}} of them while the one before was still under way, besides {{lost}} whose answer did not arrive whole.',
      by_clients_meanwhile:
        '{{calls}} calls to {{number}} were placed by {{clients}} clients shortly after one another, from #{{first}} on, {{meanwhile}} of them while the one before was still under way.',
      by_clients_besides_meanwhile:
        '{{calls}} calls to {{number}} were placed by {{clients}} clients shortly after one another, from #{{first}} on, {{meanwhile}} of them while the one before was still under way, besides {{lost}} whose answer did not arrive whole.',
    },
  },
  duplicate_customer: {
    says: 'A customer is registered once under its external_id.',
    fix: 'Look for the external_id with GET /customers before you register it, above all when the answer to a registration was lost.',
    messages: {
      again_one: '#{{second}} registered a customer again, under an external_id that #{{first}} had registered.',
      again_other:
        '{{count}} customers were registered again under the same external_id. The first is in #{{second}}, after #{{first}}.',
      lost_one:
        '#{{second}} registered a customer again whom #{{first}} had registered, but the answer to #{{first}} did not arrive whole.',
      lost_other:
        '#{{second}} registered {{count}} customers again whom #{{first}} had registered, but the answer to #{{first}} did not arrive whole.',
    },
  },
  one_by_one: {
    says: 'Many customers are registered in bulk.',
    fix: `Collect the customers and send up to ${BULK_CUSTOMERS_MAX} of them with one POST /customers/bulk.`,
    messages: {
      some_one:
        '{{requests}} customers were registered one by one within {{seconds, clocks}}. In bulk that is {{count}} request.',
      some_other:
        '{{requests}} customers were registered one by one within {{seconds, clocks}}. In bulk that is {{count}} requests.',
    },
  },
  write_without_change: {
    says: 'An update changes something.',
    fix: 'Compare with what you sent or read last, and leave out updates that change no field.',
    messages: {
      some: '{{requests}} updates changed no field. The first is #{{first}}.',
    },
  },
} as const satisfies Record<string, VerdictText>
