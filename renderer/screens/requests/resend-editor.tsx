import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExchangeDetailView } from '../../../server/control/protocol.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Icon } from '../../components/icons.tsx'
import { jsonErrorAt } from '../../components/json-text.ts'
import { Method } from '../../components/request-text.tsx'
import { useReplay } from '../../data/queries.ts'
import { headerChanges, headerText } from './header-text.ts'
import classes from './requests.module.css'

interface Props {
  exchange: ExchangeDetailView
  onClose: () => void
  onSent: (id: string) => void
}

/** The request with its headers and body open to change. What is not changed goes out as it was, the key included. */
export function ResendEditor({ exchange, onClose, onSent }: Props) {
  const { t } = useTranslation()
  const before = headerText(exchange.request.headers)
  const original = exchange.request.body.text ?? ''
  const [headers, setHeaders] = useState(before)
  const [body, setBody] = useState(original)
  const replay = useReplay()
  const changes = headerChanges(exchange.request.headers, headers)
  const broken = body === '' ? undefined : jsonErrorAt(body)

  const send = () => {
    if (changes === undefined) return
    replay.mutate(
      {
        id: exchange.request_id,
        changes: {
          headers: Object.keys(changes).length > 0 ? changes : undefined,
          body: body === original ? undefined : body,
        },
      },
      { onSuccess: ({ request_id }) => onSent(request_id) },
    )
  }
  return (
    <Dialog title={t('requests.edit')} size="xl" onClose={onClose}>
      <form
        className={classes.editor}
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
        }}
      >
        <div className={classes.editor_line}>
          <Method method={exchange.method} /> <code>{`${exchange.path}${exchange.query && `?${exchange.query}`}`}</code>
        </div>
        <Textarea
          label={t('requests.headers')}
          description={t('requests.headers_hint')}
          value={headers}
          error={changes === undefined ? t('requests.headers_refused') : undefined}
          onChange={event => setHeaders(event.currentTarget.value)}
          autosize
          minRows={4}
          maxRows={10}
          spellCheck={false}
          classNames={{ input: classes.code ?? '' }}
        />
        <Textarea
          data-autofocus
          label={t('requests.request_body')}
          description={broken ? t('body.not_json', { ...broken }) : t('requests.body_hint')}
          value={body}
          onChange={event => setBody(event.currentTarget.value)}
          autosize
          minRows={8}
          maxRows={20}
          spellCheck={false}
          classNames={{ input: classes.code ?? '' }}
        />
        <Group justify="flex-end" gap="xs">
          <Button size="compact-md" variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            size="compact-md"
            loading={replay.isPending}
            disabled={changes === undefined}
            leftSection={<Icon name="replay" size={13} />}
          >
            {t('requests.send')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
