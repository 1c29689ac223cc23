import { z } from 'zod'
import { EligibilityRules } from '#directory/eligibility/eligibility.ts'
import { costs, intakeStatuses } from '#directory/services/directory-rows.ts'
import { ServiceIntake } from '#directory/services/service-intake.ts'
import { Day } from '#platform/schema/fields.ts'

const { income, households, populations, papers } = EligibilityRules.shape
const { perWeek, waitWeeks } = ServiceIntake.shape
/** What is not known is left out. */
const given = <Value extends z.ZodType>(value: z.ZodNullable<Value>) => value.unwrap().optional()

const Rules = z.object({
  income: z
    .object({ ...income.unwrap().shape, percent: given(income.unwrap().shape.percent) })
    .optional()
    .describe(
      'The most income: a percentage of the federal poverty level, or amounts in US dollars, the first for one person.',
    ),
  households: given(households).describe('Households of one of these kinds are meant.'),
  populations: given(populations).describe('People of one of these groups are meant.'),
  papers: given(papers).describe('What somebody must show; `none` if nobody asks.'),
})

const Intake = z.object({
  status: z.enum(intakeStatuses),
  per_week: given(perWeek).describe('New people a week.'),
  wait_weeks: given(waitWeeks).describe('About how many weeks a person waits.'),
  until: Day.describe('The last day on which this is known to hold.'),
  stated_on: Day,
})

const schemaOf = (contract: z.ZodType) => {
  const { $schema: _, ...schema } = z.toJSONSchema(contract)
  return schema
}

/** What the portal publishes beside the properties of the standard, by schema. */
export const profileAdditions: Record<string, Record<string, object>> = {
  service: {
    eligibility_rules: {
      title: 'Eligibility rules',
      description: 'Who can get the service, beside its words, ages and areas, in a form that can be compared.',
      ...schemaOf(Rules),
    },
    intake: {
      title: 'Intake status',
      description: 'Whether the service takes new people, as its organization says.',
      ...schemaOf(Intake),
    },
    cost: {
      title: 'Cost',
      description: 'What the service costs: nothing, by income, or a fee. `fees_description` says it in words.',
      ...schemaOf(z.enum(costs)),
    },
  },
  location: {
    time_zone: {
      title: 'Time zone',
      description: 'The zone of the tz database that the hours of this place are in.',
      type: 'string',
    },
  },
  organization: {
    services: {
      title: 'Services',
      description: 'Its services, in full with `full_service=true`.',
      type: 'array',
      items: { $ref: 'service.json' },
    },
  },
  service_at_location: {
    service: { title: 'Service', description: 'The service that is given at the location.', $ref: 'service.json' },
  },
}
