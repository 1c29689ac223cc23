import { Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/web/notify.ts'
import { Card } from '#ui/card.tsx'
import classes from './team.module.css'
import { requireMfa, setRequireMfa } from './team-calls.ts'

/** Whether everybody of the organization signs in with a second step. */
export function RequireMfaSwitch() {
  const { t } = useTranslation('team')
  const { data } = useQuery(requireMfa)
  const change = useMutation({
    mutationFn: setRequireMfa,
    onSuccess: (_, isRequired) => notify(t(isRequired ? 'mfa.on' : 'mfa.off')),
  })
  if (!data) return null
  return (
    <Card labelledBy="team-mfa" className={classes.section ?? ''}>
      <h2 id="team-mfa">{t('mfa.title')}</h2>
      <Switch
        size="md"
        classNames={{ track: classes.track ?? '' }}
        label={t('mfa.label')}
        description={t('mfa.help')}
        checked={change.isPending ? change.variables : data.requireMfa}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </Card>
  )
}
