import { useEffect, useState } from 'react'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { useWorldId } from '../../data/world.tsx'
import { hrefOf } from './same-url.ts'
import { useReadSecret } from './use-webhooks.ts'

/** What receivers were certified with since the page was loaded, by world and URL. It is kept nowhere else. */
const used = new Map<string, string>()

interface Asked {
  url: string
  /** The id of the webhook that somebody came from; empty when from none. */
  asked: string
  /** Those that are not deleted. */
  webhooks: readonly WebhookView[]
  isPresenting: boolean
}

/** More webhooks of one URL are not compared. */
const MOST_AT_URL = 20

/** The secrets of webhooks, by their ids, as far as they are read. */
function useSecrets(webhooks: readonly WebhookView[], isPresenting: boolean): ReadonlyMap<number, string> {
  const { mutateAsync: read } = useReadSecret()
  // A world that is begun anew gives the same ids again.
  const wanted = webhooks.map(({ webhook_id, created_at }) => `${webhook_id} ${created_at}`).join('\n')
  const [known, setKnown] = useState<{ of: string; secrets: ReadonlyMap<number, string> }>()
  useEffect(() => {
    if (isPresenting || wanted === '') return
    const ids = wanted.split('\n').map(one => Number.parseInt(one, 10))
    let isLate = false
    void Promise.all(ids.map(id => read(id).catch(() => undefined))).then(found => {
      const secrets = found.flatMap(one => (one === undefined ? [] : [[one.webhook_id, one.secret] as const]))
      if (!isLate) setKnown({ of: wanted, secrets: new Map(secrets) })
    })
    return () => {
      isLate = true
    }
  }, [isPresenting, wanted, read])
  return known !== undefined && known.of === wanted && !isPresenting ? known.secrets : NONE
}
const NONE: ReadonlyMap<number, string> = new Map()

/**
 * The secret of the receiver at a URL: what was typed for it, else what it was certified with before, else that of its webhook. `source`: the
 * webhook whose secret it is; `others`: the webhooks at that URL, where it is the secret of none of them. What was typed for one receiver is not
 * taken for another that a link leads to.
 */
export function useReceiverSecret({ url, asked, webhooks, isPresenting }: Asked) {
  const key = `${useWorldId()} ${url}`
  const [typed, setTyped] = useState<{ url: string; secret: string }>()
  const href = hrefOf(url.trim())
  const atUrl = webhooks.filter(webhook => hrefOf(webhook.url) === href)
  const secrets = useSecrets(atUrl.slice(0, MOST_AT_URL), isPresenting)
  // Whose it is of several, only who comes from one can say.
  const webhook =
    atUrl.find(({ webhook_id }) => String(webhook_id) === asked) ?? (atUrl.length === 1 ? atUrl[0] : undefined)
  const id = webhook?.webhook_id
  const isTyped = typed?.url === url
  const ofWebhook = id === undefined ? undefined : secrets.get(id)
  const secret = isTyped ? typed.secret : (ofWebhook ?? used.get(key) ?? '')
  const isOfNone = secret !== '' && secrets.size > 0 && ![...secrets.values()].includes(secret)
  return {
    secret,
    others: isOfNone ? [...secrets.keys()].sort((one, other) => one - other) : [],
    source: !isTyped && ofWebhook !== undefined ? id : undefined,
    onSecret: (text: string) => setTyped({ url, secret: text }),
    /** Who types the URL means the receiver whose secret was typed before. */
    onUrl: (next: string) => setTyped(before => before && { ...before, url: next }),
    /** The secret of a webhook is wanted in the place of what was typed. */
    onSource: () => setTyped(undefined),
    onUsed: () => void used.set(key, secret),
  }
}
