import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ProgramLine, ServiceValues } from '#directory/services/service-document.ts'
import type { ContractForm } from '#platform/web/contract-form.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import { Select } from '#ui/select.tsx'
import type { EditedService } from '../listing-editing.ts'
import { LinesField, type LinesProps } from './lines-fields.tsx'

/** The programs of an organization, to which its services may belong. */
export function ProgramsField(props: LinesProps<ProgramLine>) {
  const { t } = useTranslation('editing')
  return (
    <LinesField
      {...props}
      legend={t('field.programs')}
      help={t('programs.help')}
      add={t('programs.add')}
      fresh={() => ({ id: randomUuid(), name: '', alternateName: null, description: null })}
      removeOf={({ name }, at) => t('programs.remove', { program: name || at + 1 })}
    >
      {(program, at, edit) => (
        <>
          <TextInput
            name={`programs.${at}.name`}
            label={t('programs.name')}
            maxLength={200}
            value={program.name}
            error={props.errors[`programs.${at}.name`]}
            onChange={(event) => edit({ ...program, name: event.currentTarget.value })}
          />
          <TextInput
            label={t('programs.alternateName')}
            maxLength={200}
            value={program.alternateName ?? ''}
            onChange={(event) => edit({ ...program, alternateName: event.currentTarget.value || null })}
          />
          <Textarea
            label={t('programs.description')}
            maxLength={20_000}
            autosize
            minRows={2}
            maxRows={8}
            value={program.description ?? ''}
            onChange={(event) => edit({ ...program, description: event.currentTarget.value || null })}
          />
        </>
      )}
    </LinesField>
  )
}

interface ProgramFieldProps {
  service: EditedService
  form: ContractForm
  state: string | undefined
}

/** The program to which a service belongs, if its organization has any. */
export function ProgramField({ service, form, state }: ProgramFieldProps) {
  const { t } = useTranslation('editing')
  const chosen = (form.values.programId as ServiceValues['programId']) || null
  const programs = service.ownPrograms.map(({ id, name }) => ({ value: id, label: name }))
  if (!programs.length && !chosen) return null
  // It was removed since it was chosen.
  if (chosen && !programs.some(({ value }) => value === chosen))
    programs.push({ value: chosen, label: t('field.formerProgram') })
  return (
    <Select
      name="programId"
      data-field="programId"
      label={t('field.programId')}
      {...(state ? { description: state } : {})}
      placeholder={t('programs.none')}
      clearable
      clearButtonProps={{ 'aria-label': t('programs.clear'), 'aria-hidden': false, tabIndex: 0 }}
      size="md"
      data={programs}
      value={chosen}
      error={form.errors.programId && t('programs.gone')}
      onChange={(id) => form.set('programId', id ?? '')}
      checkIconPosition="right"
    />
  )
}
