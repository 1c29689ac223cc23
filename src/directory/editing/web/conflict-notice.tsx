import { Button, Radio } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timeInWords } from '#platform/web/time-words.ts'
import classes from './editing.module.css'
import { useFieldWords } from './field-words.ts'
import type { SaveConflict } from './listing-calls.ts'

interface ConflictNoticeProps {
  conflict: SaveConflict
  /** What was typed, by field. */
  mine: Record<string, unknown>
  /** Receives the fields of which the others' version stays. */
  onSettle: (theirs: string[]) => void
}

/** Both versions of each field that two people changed; the person chooses. */
export function ConflictNotice({ conflict, mine, onSettle }: ConflictNoticeProps) {
  const { t } = useTranslation('editing')
  const { labelOf, valueText } = useFieldWords(conflict.current)
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const theirs = conflict.theirs.map(({ field }) => field).filter((field) => chosen[field] === 'theirs')
  return (
    <div ref={notice} className={classes.conflict} role="alert" tabIndex={-1}>
      <h2>{t('conflict.title')}</h2>
      <p>{t('conflict.text')}</p>
      {conflict.theirs.map(({ field, after, by, on }) => (
        <Radio.Group
          key={field}
          label={labelOf(field)}
          value={chosen[field] ?? 'mine'}
          onChange={(value) => setChosen((before) => ({ ...before, [field]: value }))}
        >
          <div className={classes.versions}>
            <Radio
              value="mine"
              iconColor="var(--hl-on-hearth)"
              label={t('conflict.mine')}
              description={<span className={classes.value}>{valueText(field, mine[field])}</span>}
            />
            <Radio
              value="theirs"
              iconColor="var(--hl-on-hearth)"
              label={by ? t('conflict.theirs', { name: by, when: timeInWords(on) }) : t('conflict.import')}
              description={<span className={classes.value}>{valueText(field, after)}</span>}
            />
          </div>
        </Radio.Group>
      ))}
      <div>
        <Button onClick={() => onSettle(theirs)}>{t('conflict.settle')}</Button>
      </div>
    </div>
  )
}
