import { useEffect, useState } from 'react'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { useWorldId } from '../../data/world.tsx'
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

/**
 * The secret of the receiver at a URL: what was typed for it, else what it was certified with before, else that of its webhook. `source`: the
 * webhook whose secret it is; `other`: the webhook at that URL whose secret it is not. What was typed for one receiver is not taken for another that a link leads to.
 */
export function useReceiverSecret({ url, asked, webhooks, isPresenting }: Asked) {
  const key = `${useWorldId()} ${url}`
  const [typed, setTyped] = useState<{ url: string; secret: string }>()
  const [own, setOwn] = useState<{ webhook_id: number; secret: string }>()
  const { mutate: read } = useReadSecret()
  const atUrl = webhooks.filter(webhook => webhook.url === url)
  // Whose it is of several, only who comes from one can say.
  const webhook =
    atUrl.find(({ webhook_id }) => String(webhook_id) === asked) ?? (atUrl.length === 1 ? atUrl[0] : undefined)
  const id = webhook?.webhook_id
  const isTyped = typed?.url === url
  const isToBeRead = id !== undefined && !isTyped && !isPresenting
  useEffect(() => {
    if (isToBeRead) read(id, { onSuccess: ({ secret }) => setOwn({ webhook_id: id, secret }) })
  }, [isToBeRead, id, read])
  const ofWebhook = own !== undefined && own.webhook_id === id ? own.secret : undefined
  const secret = isTyped ? typed.secret : (ofWebhook ?? used.get(key) ?? '')
  return {
    secret,
    other: isTyped && typed.secret !== '' && ofWebhook !== undefined && ofWebhook !== typed.secret ? id : undefined,
    source: !isTyped && ofWebhook !== undefined ? id : undefined,
    onSecret: (text: string) => setTyped({ url, secret: text }),
    /** Who types the URL means the receiver whose secret was typed before. */
    onUrl: (next: string) => setTyped(before => before && { ...before, url: next }),
    /** The secret of a webhook is wanted in the place of what was typed. */
    onSource: () => setTyped(undefined),
    onUsed: () => void used.set(key, secret),
  }
}
