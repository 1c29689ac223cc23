import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { phoneText } from '#platform/schema/phone-number.ts'
import shared from '#ui/pairs.module.css'
import { StatusChip } from '#ui/status-chip.tsx'
import type { DuplicatePair, PairSide } from '../duplicate-pair.ts'

/** What a listing is called; a place may have no name. */
export const sideName = ({ name, address }: PairSide, unnamed: string) => name || address || unnamed

const tones = { 'very-likely': 'hearth', likely: 'amber', possible: 'stone' } as const

/** How likely two listings are the same one, and why. */
export function PairReasons({ pair }: { pair: DuplicatePair }) {
  const { t } = useTranslation('duplicates')
  return (
    <div className={shared.line}>
      <StatusChip tone={tones[pair.level]} icon={<IconCopy size={16} aria-hidden />}>
        {t(`level.${pair.level}`)}
      </StatusChip>
      <span className={shared.soft}>{pair.reasons.map((reason) => t(`reason.${reason}`)).join(' · ')}</span>
    </div>
  )
}

/** One of two listings in a few lines. */
export function SideLines({ pair, side }: { pair: DuplicatePair; side: PairSide }) {
  const { t } = useTranslation(['duplicates', 'platform'])
  const lines = [
    pair.kind === 'organization' ? null : (side.organizationName ?? t('platform:notNamed')),
    side.address === side.name ? null : side.address,
    side.phones.map(phoneText).join(', '),
    side.sourceName ? t('fromSource', { source: side.sourceName }) : t('enteredHere'),
  ]
  return (
    <div className={shared.side}>
      <strong>{sideName(side, t('unnamed'))}</strong>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className={shared.soft}>
          {line}
        </span>
      ))}
    </div>
  )
}
