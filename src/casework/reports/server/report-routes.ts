import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { actorOf } from '#platform/server/access.ts'
import {
  Report,
  ReportFileQuery,
  ReportOptionQuery,
  ReportOptions,
  ReportQuery,
  ReportRowPage,
  ReportRowQuery,
} from '../report.ts'
import { exportReport } from './export-report.ts'
import { listFilterOptions, type ReportServices, reportOfOrganization } from './report-of-organization.ts'
import { listReportRows } from './report-rows.ts'

const config = { access: caseworkRoles }
const path = '/api/report/organization'
const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

/** What became of the referrals of an organization, for everybody who works with them there. */
export const reportRoutes: FastifyPluginAsyncZod<ReportServices> = async (app, services) => {
  app.get(
    path,
    {
      config,
      schema: {
        summary: "What became of the referrals that one's organization received or sent",
        querystring: ReportQuery,
        response: { 200: Report },
      },
    },
    (request) => reportOfOrganization(services, actorOf(request), request.query),
  )
  app.get(
    `${path}/options`,
    {
      config,
      schema: {
        summary: 'The organizations and counties by which the report of a period can be filtered',
        querystring: ReportOptionQuery,
        response: { 200: ReportOptions },
      },
    },
    (request) => listFilterOptions(services, actorOf(request), request.query),
  )
  app.get(
    `${path}/rows`,
    {
      config,
      schema: {
        summary: 'The referrals that a number of the report counts, newest first',
        querystring: ReportRowQuery,
        response: { 200: ReportRowPage },
      },
    },
    (request) => listReportRows(services, actorOf(request), request.query),
  )
  app.get(
    `${path}/export`,
    {
      config,
      schema: {
        summary: 'Download the report with its definitions and filters',
        querystring: ReportFileQuery,
        produces: ['text/csv', 'application/json'],
      },
    },
    async (request, reply) => {
      const { file, inLanguage, ...query } = request.query
      const text = await exportReport(services, actorOf(request), query, { file, language: inLanguage })
      return reply
        .type(types[file])
        .header('content-disposition', `attachment; filename="referral-report.${file}"`)
        .header('cache-control', 'no-store')
        .send(text)
    },
  )
}
