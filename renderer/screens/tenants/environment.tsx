import { Group, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ENVIRONMENT_FORMATS,
  type EnvironmentFormat,
  environmentOfTests,
  printEnvironment,
} from '../../../server/contract/environment.ts'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { controlToken } from '../../data/access.ts'
import { useWorldObject } from '../../data/queries.ts'
import classes from './tenants.module.css'

const FORMATS = Object.keys(ENVIRONMENT_FORMATS) as EnvironmentFormat[]
/** Stands for the token on the page, which others may be looking at. What is copied has the token itself. */
const HIDDEN = '••••••••'

interface Props {
  tenant: TenantView
  /** The key in plain text. */
  plaintext: string
  /** Beside the choice of the shell. */
  children?: ReactNode
}

/** What a person's own tests need to know, as `ringback env` prints it, ready to paste. */
export function EnvironmentText({ tenant, plaintext, children }: Props) {
  const { t } = useTranslation()
  const world = useWorldObject().data
  const [format, setFormat] = useState<EnvironmentFormat>('sh')
  if (!world) return null
  const print = (token: string | undefined) =>
    printEnvironment(
      environmentOfTests({
        url: location.origin,
        world,
        key: plaintext,
        staffId: tenant.staff_ids[0]?.toString(),
        projectId: tenant.project_ids[0]?.toString(),
        token,
      }),
      format,
    ).trimEnd()
  const token = controlToken()
  return (
    <>
      <Group gap="xs" mb="xs">
        {children}
        <Select
          size="xs"
          w={130}
          aria-label={t('tenants.environment_format')}
          allowDeselect={false}
          data={FORMATS}
          value={format}
          onChange={chosen => setFormat(FORMATS.find(known => known === chosen) ?? 'sh')}
        />
      </Group>
      <div className={classes.environment}>
        <pre>{print(token && HIDDEN)}</pre>
        <CopyButton text={print(token)} what={t('tenants.environment')} />
      </div>
    </>
  )
}
