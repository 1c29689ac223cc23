import { IconDoor, IconDoorOff, IconHourglass, IconPlayerPause, IconQuestionMark, IconUsers } from '@tabler/icons-react'
import i18next from 'i18next'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChipTone, StatusChip } from '#ui/status-chip.tsx'
import type { IntakeStatus, ServiceIntake, ShownIntake } from '../service-intake.ts'
import classes from './directory.module.css'
import { formatDay } from './format-hours.ts'

const looks: Record<IntakeStatus, { tone: ChipTone; Icon: ComponentType<{ 'aria-hidden': boolean }> }> = {
  open: { tone: 'leaf', Icon: IconDoor },
  limited: { tone: 'amber', Icon: IconUsers },
  waitlist: { tone: 'sky', Icon: IconHourglass },
  paused: { tone: 'ember', Icon: IconPlayerPause },
  closed: { tone: 'ember', Icon: IconDoorOff },
}

/** Whether a service takes new people, in the reader's words. The texts of the directory must be loaded. */
export function intakeWords({ status, perWeek, waitWeeks, until }: ServiceIntake) {
  const t = i18next.getFixedT(i18next.language, 'services')
  if (status === 'limited' && perWeek) return t('intake.limitedTo', { count: perWeek })
  if (status === 'waitlist' && waitWeeks) return t('intake.waitlistOf', { count: waitWeeks })
  if (status === 'paused') return t('intake.pausedUntil', { date: formatDay(until, i18next.language) })
  return t(`intake.${status}`)
}

/** Whether a service takes new people, and when that was said; past its day, that nobody confirmed it. */
export function IntakeChip({ intake }: { intake: ShownIntake }) {
  const { t, i18n } = useTranslation('services')
  const { tone, Icon } = looks[intake.status]
  const words = intakeWords(intake)
  return (
    <span className={classes.intake}>
      {intake.isConfirmed ? (
        <StatusChip tone={tone} icon={<Icon aria-hidden />}>
          {words}
        </StatusChip>
      ) : (
        <StatusChip tone="stone" icon={<IconQuestionMark aria-hidden />}>
          {t('intake.notConfirmed', { words })}
        </StatusChip>
      )}
      <small className={classes.told}>{t('intake.said', { date: formatDay(intake.statedOn, i18n.language) })}</small>
    </span>
  )
}
