import { IconLock, IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '#ui/status-chip.tsx'
import type { ActivityRow } from '../../support-request-call.ts'
import classes from './answering.module.css'

/** Splits the text at mentioned names: names are at odd indexes. */
function cutAtNames(text: string, names: readonly string[]) {
  const escaped = names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return escaped.length ? text.split(new RegExp(`(@(?:${escaped.join('|')}))`, 'u')) : [text]
}

/** A note in the activity: its text, its mentions, and whether it is internal or came by e-mail. */
export function NoteCell({ row }: { row: ActivityRow }) {
  const { t } = useTranslation('tickets')
  if (row.notes === null) return null
  return (
    <div className={row.visibility === 'internal' ? classes.internalNote : ''}>
      {row.visibility === 'internal' && (
        <span className={classes.internalWord}>
          <IconLock size={16} aria-hidden />
          {t('note.internal')}
        </span>
      )}
      {row.source === 'mail' && (
        <StatusChip tone="sky" icon={<IconMail aria-hidden />}>
          {t('note.byMail')}
        </StatusChip>
      )}
      <div className={classes.noteText} dir="auto">
        {cutAtNames(row.notes, row.mentions).map((part, place) =>
          place % 2 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
            <strong key={place} className={classes.mention}>
              {part}
            </strong>
          ) : (
            part
          ),
        )}
      </div>
    </div>
  )
}
