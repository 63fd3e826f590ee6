import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FitReport } from '../../../../server/control/protocol/fit.ts'
import { Icon } from '../../../components/icons.tsx'
import classes from './fit.module.css'

type Source = FitReport['source']

/** No name of a tenant or a key is empty. */
const ALL = ''

const hasSeveral = ({ clients, told_by }: Source) => told_by !== null && clients.length > 1

/** Which tenant or key of a recording is judged. */
export function FitClient({ source, onChange }: { source: Source; onChange: (client: string | undefined) => void }) {
  const { t } = useTranslation()
  if (!hasSeveral(source)) return null
  const all = { value: ALL, label: t('limits.fit.all_keys') }
  const each = source.clients.map(({ name, requests }) => ({
    value: name,
    label: `${name} · ${requests.toLocaleString('en')}`,
  }))
  return (
    <Select
      size="xs"
      w={200}
      aria-label={t(`limits.fit.client.${source.told_by ?? 'key'}`)}
      allowDeselect={false}
      value={source.judged ?? ALL}
      data={source.told_by === 'key' ? [all, ...each] : each}
      onChange={client => onChange(client === ALL || client === null ? undefined : client)}
    />
  )
}

/** Whose requests the figures are of, said where a recording has those of several. */
export function FitWhose({ source }: { source: Source }) {
  const { t } = useTranslation()
  if (!hasSeveral(source)) return null
  const { clients, told_by, judged, rows } = source
  const key = judged === null ? 'together' : told_by === 'tenant' ? 'one_tenant' : 'one_key'
  return (
    <p className={classes.whose}>
      <Icon name="info" size={14} />
      <span>
        {t(`limits.fit.whose.${key}`, {
          several: clients.length.toLocaleString('en'),
          name: judged ?? '',
          shown: rows.toLocaleString('en'),
        })}
      </span>
    </p>
  )
}
