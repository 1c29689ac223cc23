import { Button } from '@mantine/core'
import { IconCheck, IconPlus, IconSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Need } from '#directory/needs/need.ts'
import { notify } from '#platform/web/notify.ts'
import { Card } from '#ui/card.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import type { Intake } from '../intake.ts'
import { takeUpNeed } from './intake-calls.ts'
import classes from './intakes.module.css'

/** What a completed intake found: scores, and the needs that it raised with their next step. */
export function IntakeResult({ intake }: { intake: Intake }) {
  const { t } = useTranslation('intakes')
  const takeUp = useMutation({
    mutationFn: (need: Need) => takeUpNeed(intake.id, need),
    onSuccess: (_, need) => notify(t('result.taken', { need: t(`needs:${need}`) })),
  })
  const scores = intake.result?.scores.filter(({ value }) => value !== null) ?? []
  return (
    <Card labelledBy="intake-result" className={classes.card ?? ''}>
      <h2 id="intake-result">{t('result.title')}</h2>
      {scores.map(({ key, title, value, band }) => (
        <p key={key}>
          <strong>{`${title[intake.language]}:`}</strong> {band ? `${band[intake.language]} (${value})` : value}
        </p>
      ))}
      {intake.needs.length === 0 && <p className={classes.quiet}>{t('result.noNeeds')}</p>}
      {intake.needs.length > 0 && (
        <ul className={classes.needs} aria-label={t('result.needs')}>
          {intake.needs.map(({ need, requestId }) => (
            <li key={need}>
              <strong>{t(`needs:${need}`)}</strong>
              {requestId ? (
                <StatusChip tone="leaf" icon={<IconCheck size={16} aria-hidden />}>
                  {t('result.open')}
                </StatusChip>
              ) : (
                <Button
                  leftSection={<IconPlus size={18} aria-hidden />}
                  loading={takeUp.isPending && takeUp.variables === need}
                  onClick={() => takeUp.mutate(need)}
                  aria-label={t('result.takeUpNeed', { need: t(`needs:${need}`) })}
                >
                  {t('result.takeUp')}
                </Button>
              )}
              <Button
                component={Link}
                variant="default"
                to={`/directory?${new URLSearchParams({ contactId: intake.contactId, need })}`}
                leftSection={<IconSearch size={18} aria-hidden />}
                aria-label={t('result.findFor', { need: t(`needs:${need}`) })}
              >
                {t('result.find')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
