import { useTranslation } from 'react-i18next'
import { type Need, needs } from '#directory/needs/need.ts'
import { isNeedTyped } from '#directory/needs/need-words.ts'
import type { ContractForm } from '#platform/web/contract-form.ts'
import { Select } from '#ui/select.tsx'
import type { Details } from './use-referral-form.ts'

interface NeedFieldProps {
  form: ContractForm<typeof Details.shape>
  readOnly: boolean
}

/** The need: selected from a list that can be searched by names and by everyday words. */
export function NeedField({ form, readOnly }: NeedFieldProps) {
  const { t } = useTranslation(['referrals', 'clients', 'platform'])
  const nameOf = (need: Need) => t(`needs:${need}`)
  return (
    <Select
      label={t('new.need')}
      name="need"
      data-field="need"
      size="md"
      withAsterisk={!readOnly}
      aria-required={!readOnly}
      error={form.errors.need}
      placeholder={t('platform:form.choose')}
      searchable={!readOnly}
      readOnly={readOnly}
      clearable={false}
      allowDeselect={false}
      checkIconPosition="right"
      value={(form.values.need as string) || null}
      onChange={(need) => form.set('need', need ?? '')}
      data={needs.map((need) => ({ value: need, label: nameOf(need) }))}
      filter={({ options, search }) =>
        options.filter((option) => 'value' in option && isNeedTyped(search, option.value as Need, option.label))
      }
      nothingFoundMessage={t('new.noNeed', { other: nameOf('sdoh-category-unspecified') })}
    />
  )
}
