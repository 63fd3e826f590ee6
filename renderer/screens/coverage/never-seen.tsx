import { Popover } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { ERRORS } from '../../../server/contract/errors.ts'
import { Action } from '../../components/action.tsx'
import { CommandText } from '../../components/command-text.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { HttpStatus } from '../../components/status-badge.tsx'
import { emulatedCurl } from '../../data/emulated-curl.ts'
import { sendEmulated } from '../../data/emulated-request.ts'
import { operationsOf, useOpenApi } from '../../data/openapi.ts'
import { useWorldObject } from '../../data/queries.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { useHref } from '../../routing/use-place.ts'
import { useShown } from '../../routing/use-present.ts'
import classes from './coverage.module.css'
import type { MatrixRow } from './matrix.ts'
import { recipeFor } from './recipe.ts'

const MINUTE_MS = 60_000

/** The status of a column: itself, or that of an error code. */
const statusOf = (column: string): number =>
  Object.values(ERRORS).find(({ code }) => code === column)?.status ?? Number(column)

/** How to see what was never seen: in a sentence, as a command that counts, and at a press. */
function HowTo({ row: { endpoint }, column }: { row: MatrixRow; column: string }) {
  const { t, i18n } = useTranslation()
  const href = useHref()
  const shown = useShown()
  const world = useWorldObject().data
  const file = useOpenApi().data
  const now = useEmulatedNow(MINUTE_MS)
  const status = statusOf(column)
  const operation = file && operationsOf(file).find(({ operationId }) => operationId === endpoint.id)
  const request =
    operation && world && now !== undefined ? recipeFor(status, { operation, tenants: world.tenants, now }) : undefined
  const { mutate, data, isPending } = useMutation({
    meta: { showsErrors: true },
    mutationFn: (given: NonNullable<typeof request>) => sendEmulated(given),
  })
  const how = `coverage.how.${status}`
  const curl = request && emulatedCurl(request, world?.base_url ?? '')
  return (
    <div className={classes.how_to}>
      <strong>{t('coverage.never_at', { what: `${endpoint.method} ${endpoint.path} ${column}` })}</strong>
      {i18n.exists(how) && <p>{t(how as 'coverage.how.401')}</p>}
      {curl && (
        <div className={classes.curl}>
          <CommandText>{shown(curl)}</CommandText>
          <CopyButton text={curl} what={t('common.command')} />
        </div>
      )}
      <div className={classes.ways}>
        {request && (
          <Action icon="play" loading={isPending} onClick={() => mutate(request)}>
            {t('coverage.send_now')}
          </Action>
        )}
        {status === 429 && (
          <Link className="link" href={href('limits')}>
            {t('screens.limits')}
          </Link>
        )}
        <Link className="link" href={href('reference', endpoint.id)}>
          {t('screens.reference')}
        </Link>
        {data && <HttpStatus status={data.status} />}
        {data?.request_id != null && (
          <IdLink noun="request" id={data.request_id} text={t('screens.requests')} copy="hidden" />
        )}
      </div>
      {request && <p className="dim">{t('coverage.not_counted')}</p>}
    </div>
  )
}

/** A field of the matrix that is still empty, and the way to fill it. */
export function NeverSeen({ row, column }: { row: MatrixRow; column: string }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const { method, path } = row.endpoint
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withArrow width={400}>
      <Popover.Target>
        <button
          type="button"
          className={classes.never}
          aria-label={t('coverage.never_at', { what: `${method} ${path} ${column}` })}
          onClick={() => setOpened(before => !before)}
        >
          <Icon name="minus" size={12} />
        </button>
      </Popover.Target>
      <Popover.Dropdown>{opened && <HowTo row={row} column={column} />}</Popover.Dropdown>
    </Popover>
  )
}
