import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { CertificationCaseId } from '../../../server/workshop/certification/catalogue.ts'
import { REFERENCE_PARTS, type ReceiverParts } from './reference-receiver.ts'

const { isGenuine } = REFERENCE_PARTS
const work = promisify(pbkdf2)

interface MutantSetting {
  /** A secret of another webhook. */
  otherSecret: string
  /** Called when a receiver has begun never to answer. */
  onHang: () => void
}
interface Mutant {
  readonly mistake: string
  readonly parts: (setting: MutantSetting) => Partial<ReceiverParts>
}

/** Receivers that are the reference but for one mistake which people really make: each fails the case that it stands for. */
export const MUTANT_RECEIVERS = {
  valid: {
    mistake: 'reads the body as ISO-8859-1 text before it verifies',
    parts: () => ({ isGenuine: given => isGenuine({ ...given, body: Buffer.from(given.body.toString('latin1')) }) }),
  },
  duplicate_delivery: {
    mistake: 'answers a known delivery with a conflict',
    parts: () => ({ duplicateStatus: 409 }),
  },
  duplicate_worked_once: {
    mistake: 'works on a delivery as often as it comes',
    parts: () => ({ remembers: 'nothing' }),
  },
  forged_id: {
    mistake: 'looks for duplicates before it verifies',
    parts: () => ({ remembers: 'anything' }),
  },
  forged_work: {
    mistake: 'works on a delivery before it verifies it',
    parts: () => ({ worksOn: 'anything' }),
  },
  out_of_order: {
    mistake: 'refuses an event that is older than the newest it knows',
    parts: () => {
      let newest = ''
      return {
        accept: ({ occurred_at }) => {
          if (occurred_at < newest) return 409
          newest = occurred_at
          return 202
        },
      }
    },
  },
  wrong_secret: {
    mistake: 'trusts the secret of another webhook as well',
    parts: ({ otherSecret }) => ({
      isGenuine: given => isGenuine(given) || isGenuine({ ...given, secret: otherSecret }),
    }),
  },
  tampered_body: {
    mistake: 'remembers which signatures were genuine, and verifies each only once',
    parts: () => {
      const trusted = new Set<string | undefined>()
      return {
        isGenuine: given => {
          if (!trusted.has(given.header) && isGenuine(given)) trusted.add(given.header)
          return trusted.has(given.header)
        },
      }
    },
  },
  uppercase_digest: {
    mistake: 'folds the case of the header before it compares',
    parts: () => ({ isGenuine: given => isGenuine({ ...given, header: given.header?.toLowerCase() }) }),
  },
  missing_header: {
    mistake: 'verifies only when there is a signature',
    parts: () => ({ isGenuine: given => given.header === undefined || isGenuine(given) }),
  },
  reserialized_body: {
    mistake: 'parses the body and verifies what JSON.stringify makes of it',
    parts: () => ({
      isGenuine: given => {
        const parsed: unknown = JSON.parse(given.body.toString('utf8'))
        return isGenuine({ ...given, body: Buffer.from(JSON.stringify(parsed)) })
      },
    }),
  },
  slow: {
    mistake: 'works on a long call before it answers, and never gets to the answer',
    parts: ({ onHang }) => ({
      accept: ({ data }) => {
        if (data.duration_seconds <= 3_600) return 202
        onHang()
        return undefined
      },
    }),
  },
  burst_of_ten: {
    mistake: 'is out of service while it works on another delivery',
    parts: () => {
      let busy = false
      return {
        accept: async () => {
          if (busy) return 503
          busy = true
          await work('crm', 'record', 200_000, 32, 'sha256')
          busy = false
          return 202
        },
      }
    },
  },
  unknown_event: {
    mistake: 'takes a kind that it does not know for an error',
    parts: () => ({ accept: ({ event }) => (event === 'call.completed' || event === 'call.missed' ? 202 : 422) }),
  },
  large_payload: {
    mistake: 'keeps the default limit of a body parser',
    parts: () => ({ bodyLimitBytes: 100 * 1_024 }),
  },
} as const satisfies Record<CertificationCaseId, Mutant>
