import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import { Icon } from '../../components/icons.tsx'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { useIssueKey } from '../../data/tenants.ts'
import classes from './webhooks.module.css'

/** Why the webhooks of a tenant cannot be changed from here, and the button that mends it. */
export function NoKey({ tenant }: { tenant: string }) {
  const { t } = useTranslation()
  const issue = useIssueKey(tenant)
  const run = () =>
    issue.mutate(
      { mode: 'live', scopes: ['webhooks:manage'], label: t('webhooks.key_label') },
      {
        onError: notifyFailed,
        onSuccess: ({ masked }) => notifyDone(t('webhooks.key_issued', { key: masked, tenant })),
      },
    )
  return (
    <p className={classes.no_key}>
      <Icon name="alert" size={14} />
      <span>{t('webhooks.no_key', { tenant })}</span>
      <Backstage>
        <Action icon="plus" loading={issue.isPending} onClick={run}>
          {t('webhooks.issue_key')}
        </Action>
      </Backstage>
    </p>
  )
}
