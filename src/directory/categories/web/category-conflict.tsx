import { Radio } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { categoryName } from '#directory/services/service-search.ts'
import type { ContractForm } from '#platform/web/contract-form.ts'
import type { CategoryValues, ManagedCategory } from '../category.ts'
import type { FieldConflict } from '../category-merge.ts'
import classes from './categories.module.css'

interface CategoryConflictProps {
  conflicts: FieldConflict[]
  all: ManagedCategory[]
  form: ContractForm<typeof CategoryValues.shape>
}

/** Says that somebody else changed the category meanwhile; of each field that both changed, one version is chosen. */
export function CategoryConflict({ conflicts, all, form }: CategoryConflictProps) {
  const { t, i18n } = useTranslation(['categories', 'needs'])
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const said = ({ field }: FieldConflict, value: FieldConflict['mine']) => {
    if (!value) return t(field === 'parentId' ? 'conflict.top' : 'conflict.none')
    if (field === 'need') return t(`needs:${value as NonNullable<CategoryValues['need']>}`)
    const category = field === 'parentId' && all.find(({ id }) => id === value)
    return category ? categoryName(category, i18n.language) : String(value)
  }
  return (
    <div ref={notice} className={classes.conflict} role="alert" tabIndex={-1}>
      <h2>{t('conflict.title')}</h2>
      <p>{t(conflicts.length ? 'conflict.choose' : 'conflict.joined')}</p>
      {conflicts.map((conflict) => (
        <Radio.Group
          key={conflict.field}
          label={t(`field.${conflict.field}`)}
          value={chosen[conflict.field] ?? 'mine'}
          onChange={(version) => {
            setChosen((before) => ({ ...before, [conflict.field]: version }))
            form.set(conflict.field, conflict[version as 'mine' | 'theirs'] ?? '')
          }}
        >
          <div className={classes.versions}>
            {(['mine', 'theirs'] as const).map((version) => (
              <Radio
                key={version}
                value={version}
                iconColor="var(--hl-on-hearth)"
                label={t(`conflict.${version}`)}
                description={said(conflict, conflict[version])}
              />
            ))}
          </div>
        </Radio.Group>
      ))}
    </div>
  )
}
