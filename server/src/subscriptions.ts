// All subscriptions to the events of modules. Every thread that changes records loads this file once: the app, the
// threads of work, the first start, and the tests; a thread of tasks does so with its first event. Subscribers of one
// event stand in the order of the ranks (scripts/arrows/modules.mjs).

import type { SystemType } from '@twinward/contracts/records/record-type';
import { unassignRecordType as unassignFromGroups } from './modules/access/group/service.ts';
import { unassignRecordType as unassignFromUsers } from './modules/access/user/administration.ts';
import { userTimeZoneChanged } from './modules/access/user/events.ts';
import { findUserReferences } from './modules/access/user/service.ts';
import { assetDeleting, outOfServiceChanged, riskInputsChanged } from './modules/assets/asset/events.ts';
import { deleteAsset, findAssetReferences, moveAssetIn } from './modules/assets/asset/service.ts';
import { benchmarkChanged } from './modules/assets/benchmark/events.ts';
import {
  connectionConfigured,
  connectionGroupDeleting,
  connectionsTroubled,
} from './modules/connections/connection/events.ts';
import { requestedWorkTaken } from './modules/connections/extraction/events.ts';
import { followConfiguration } from './modules/connections/stream/extraction.ts';
import { selectParameterRanges } from './modules/exchange/twin-model/parameter-ranges-store.ts';
import { announceStanding, fireActions } from './modules/outcomes/action/service.ts';
import { advisoryStateChanged } from './modules/outcomes/advisory/events.ts';
import {
  countAdvisoriesWithItems,
  followReadWork,
  refuseFieldsOfEnded,
  replaceItemInAdvisories,
} from './modules/outcomes/advisory/service.ts';
import { deleteAdvisory } from './modules/outcomes/advisory/write.ts';
import { notifyOfConnections } from './modules/outcomes/notification/connection-trouble.ts';
import { notifyOfEarlyPoints } from './modules/outcomes/notification/early-points.ts';
import { notifyOfReminders } from './modules/outcomes/notification/reminders.ts';
import { followTimeZone, summaryAsked } from './modules/outcomes/notification/service.ts';
import { enqueueSetAsideNotice } from './modules/outcomes/notification/set-aside.ts';
import { notifyOfTraining } from './modules/outcomes/notification/trained.ts';
import { notifyOfUnfitModel } from './modules/outcomes/notification/unfit-model.ts';
import { recordAdvisory, recordExcursions, recordLevels } from './modules/outcomes/webhook/service.ts';
import { calculatedTagExtension } from './modules/protections/calculated-tag/extension.ts';
import * as calculatedTag from './modules/protections/calculated-tag/follow.ts';
import * as calculatedTagParameters from './modules/protections/calculated-tag/parameters.ts';
import {
  countCalculationsInUnit,
  replaceUnitInCalculations,
} from './modules/protections/calculated-tag/units.ts';
import { evaluationHappened, evaluationSetAside } from './modules/protections/evaluation/events.ts';
import {
  listTagUsers,
  requestEvaluationOfUsers,
  requestFromService,
  requestFromStart,
  requestTwinEvaluation,
} from './modules/protections/evaluation/service.ts';
import { updateDeviationTags } from './modules/protections/expected-value/service.ts';
import { modelApplied, modelUnfit, trainingEnded } from './modules/protections/pattern/events.ts';
import {
  followParametersOfConditions,
  followRenamedAlias,
  listModelsOfAlias,
} from './modules/protections/pattern-model/follow.ts';
import * as protection from './modules/protections/protection/aliases.ts';
import { deleteLinks, linkFailureMode } from './modules/protections/protection/links.ts';
import { countActionsWithItems, replaceItemInActions } from './modules/protections/protection/lists.ts';
import * as protectionParameters from './modules/protections/protection/parameters.ts';
import { countThresholdsInUnit, replaceUnitInThresholds } from './modules/protections/protection/units.ts';
import { deleteProtection } from './modules/protections/protection/write.ts';
import { shelvingEnded } from './modules/protections/shelving/events.ts';
import { listAlertsOfQuery, listUsesOfQuery } from './modules/questions/dashboard/uses.ts';
import { queryUsed } from './modules/questions/query/events.ts';
import { listUserUses } from './modules/questions/query/uses.ts';
import { listWeeklySections } from './modules/questions/report/service.ts';
import { listReportsOfQuery } from './modules/questions/report/uses.ts';
import { recordChangedRisk } from './modules/questions/risk-history/service.ts';
import { referencesAsked } from './modules/records/field/events.ts';
import { assetLinked } from './modules/records/link/events.ts';
import { findOverviewReferences } from './modules/records/link/service.ts';
import { remindersDue } from './modules/records/record/events.ts';
import {
  countRecordsWithItems,
  dropIndexes,
  findRecordReferences,
  followType,
  replaceItemInRecords,
} from './modules/records/record/service.ts';
import {
  recordTypeChanged,
  recordTypeDeleting,
  systemFieldsChanging,
  systemRecordDeletion,
} from './modules/records/record-type/events.ts';
import { countFieldsInUnit, replaceUnitOfFields } from './modules/records/record-type/service.ts';
import { refuseUsedType } from './modules/records/relationship/service.ts';
import {
  deleteAnalysis,
  followAliases,
  followAssetDeletion,
  followBenchmark,
  followRiskInputs,
  followTwins,
} from './modules/risk/risk-analysis/service.ts';
import { pointsEarly } from './modules/signals/data-point/events.ts';
import { importBeginning } from './modules/signals/point-import/events.ts';
import { tagDeleted, tagDeleting, tagUnitChanged, tagUnitChanging } from './modules/signals/tag/events.ts';
import {
  countTagsInUnit,
  registerCalculatedTags,
  releaseTagsOfGroup,
  replaceUnitOfTags,
} from './modules/signals/tag/service.ts';
import { deleteTag } from './modules/signals/tag/write.ts';
import { unitReplaced, unitUsed } from './modules/system/unit/events.ts';
import { listItemReplaced, listUsed } from './modules/system/value-list/events.ts';
import { activityDeleted } from './modules/twins/activity/events.ts';
import { deleteActivity } from './modules/twins/activity/service.ts';
import {
  aliasChanged,
  aliasCreated,
  aliasDeleted,
  aliasDeleting,
  counterAsked,
} from './modules/twins/alias/events.ts';
import {
  countInputsInUnit,
  followTagUnit,
  listInputsOfTag,
  listUnitProblems,
  replaceUnitOfInputs,
} from './modules/twins/alias/service.ts';
import { failureModeDeleted, failureModeSaved } from './modules/twins/failure-mode/events.ts';
import {
  countFailureModesWithItems,
  deleteFailureMode,
  replaceItemInFailureModes,
} from './modules/twins/failure-mode/service.ts';
import { createImportTarget } from './modules/twins/import-target/service.ts';
import { parametersAsked, parametersChanged, rangesAsked } from './modules/twins/parameter/events.ts';
import { countParametersInUnit, replaceUnitOfParameters } from './modules/twins/parameter/service.ts';
import { twinLevelsChanged, twinStartDateChanged, twinsActivated } from './modules/twins/twin/events.ts';
import { deleteTwin } from './modules/twins/twin/service.ts';
import { countWorkWithItems, replaceItemInWork } from './modules/work/work/service.ts';
import { deleteWork } from './modules/work/work/write.ts';
import type { Doer } from './platform/actor.ts';

listUsed.subscribe(countRecordsWithItems);
listUsed.subscribe(countWorkWithItems);
listUsed.subscribe(countFailureModesWithItems);
listUsed.subscribe(countActionsWithItems);
listUsed.subscribe(countAdvisoriesWithItems);
listItemReplaced.subscribe(replaceItemInRecords);
listItemReplaced.subscribe(replaceItemInWork);
listItemReplaced.subscribe(replaceItemInFailureModes);
listItemReplaced.subscribe(replaceItemInActions);
listItemReplaced.subscribe(replaceItemInAdvisories);

unitUsed.subscribe(countFieldsInUnit);
unitUsed.subscribe(countTagsInUnit);
unitUsed.subscribe(countInputsInUnit);
unitUsed.subscribe(countParametersInUnit);
unitUsed.subscribe(countThresholdsInUnit);
unitUsed.subscribe(countCalculationsInUnit);
// Thresholds last: the inputs that they are compared with have their new units then.
unitReplaced.subscribe(replaceUnitOfFields);
unitReplaced.subscribe(replaceUnitOfTags);
unitReplaced.subscribe(replaceUnitOfInputs);
unitReplaced.subscribe(replaceUnitOfParameters);
unitReplaced.subscribe(replaceUnitInCalculations);
unitReplaced.subscribe(replaceUnitInThresholds);

assetLinked.subscribe(async (db, { actor, assetId, parentId }) => {
  await moveAssetIn(db, actor, assetId, parentId);
});
userTimeZoneChanged.subscribe((db, { userId }) => followTimeZone(db, userId));

referencesAsked.subscribe(findOverviewReferences);
referencesAsked.subscribe(findUserReferences);
referencesAsked.subscribe(findAssetReferences);
referencesAsked.subscribe(findRecordReferences);
remindersDue.subscribe(notifyOfReminders);
recordTypeChanged.subscribe(followType);
recordTypeDeleting.subscribe((db, { name }) => refuseUsedType(db, name));
recordTypeDeleting.subscribe((db, { name }) => unassignFromGroups(db, name));
recordTypeDeleting.subscribe((db, { name }) => unassignFromUsers(db, name));
recordTypeDeleting.subscribe(dropIndexes);
systemFieldsChanging.subscribe(refuseFieldsOfEnded);

const deletions: Record<SystemType, (by: Doer, id: number) => Promise<void>> = {
  asset: deleteAsset,
  twin: deleteTwin,
  tag: (by, id) => deleteTag(by, id, false),
  protection: deleteProtection,
  advisory: deleteAdvisory,
  'risk-analysis': deleteAnalysis,
  work: deleteWork,
  'failure-mode': deleteFailureMode,
  activity: deleteActivity,
};
systemRecordDeletion.subscribe((_, { by, type, id }) => deletions[type](by, id));

connectionConfigured.subscribe(followConfiguration);
connectionGroupDeleting.subscribe((db, { by, groupId }) => releaseTagsOfGroup(db, by, groupId));
registerCalculatedTags(calculatedTagExtension);
tagDeleting.subscribe(listInputsOfTag);
tagDeleting.subscribe(listTagUsers);
tagDeleted.subscribe(requestEvaluationOfUsers);
tagUnitChanging.subscribe(listUnitProblems);
tagUnitChanged.subscribe(followTagUnit);
importBeginning.subscribe(createImportTarget);
pointsEarly.subscribe(notifyOfEarlyPoints);
connectionsTroubled.subscribe(notifyOfConnections);
requestedWorkTaken.subscribe(followReadWork);

aliasCreated.subscribe(calculatedTag.followNewAlias);
aliasChanged.subscribe(followRenamedAlias);
aliasChanged.subscribe(protection.followChangedAlias);
aliasChanged.subscribe(calculatedTag.followChangedAlias);
counterAsked.subscribe(protection.isCounterOfProtection);
aliasDeleting.subscribe(listModelsOfAlias);
aliasDeleting.subscribe(protection.listProtectionsOfAlias);
aliasDeleting.subscribe(calculatedTag.listTagsOfAlias);
aliasDeleted.subscribe(calculatedTag.followDeletedAlias);

parametersAsked.subscribe(protectionParameters.listParameterUsesOfProtections);
parametersAsked.subscribe(calculatedTagParameters.listParameterUsesOfCalculations);
rangesAsked.subscribe(selectParameterRanges);
parametersChanged.subscribe(followParametersOfConditions);
parametersChanged.subscribe(protectionParameters.followChangedParameters);
parametersChanged.subscribe(calculatedTagParameters.followChangedParameters);

activityDeleted.subscribe(deleteLinks);
failureModeDeleted.subscribe(deleteLinks);
failureModeSaved.subscribe(linkFailureMode);

outOfServiceChanged.subscribe(requestFromService);
twinsActivated.subscribe(requestTwinEvaluation);
twinStartDateChanged.subscribe(requestFromStart);

evaluationHappened.subscribe(fireActions);
evaluationHappened.subscribe(recordExcursions);
twinLevelsChanged.subscribe(recordLevels);
advisoryStateChanged.subscribe(recordAdvisory);
shelvingEnded.subscribe(announceStanding);
evaluationSetAside.subscribe(enqueueSetAsideNotice);
modelApplied.subscribe((db, { protectionId, userId }) => updateDeviationTags(db, protectionId, userId));
trainingEnded.subscribe(notifyOfTraining);
modelUnfit.subscribe(notifyOfUnfitModel);

summaryAsked.subscribe(listWeeklySections);

riskInputsChanged.subscribe(followRiskInputs);
riskInputsChanged.subscribe(recordChangedRisk);
tagDeleted.subscribe((db, { users }) =>
  followAliases(
    db,
    users.flatMap(({ type, id }) => (type === 'tagAlias' ? [id] : [])),
  ),
);
aliasCreated.subscribe((db, { alias }) => followTwins(db, [alias.twinId]));
aliasChanged.subscribe((db, { before, now }) => followTwins(db, [before.twinId, now.twinId]));
aliasDeleted.subscribe((db, { alias }) => followTwins(db, [alias.twinId]));
benchmarkChanged.subscribe(followBenchmark);
assetDeleting.subscribe(followAssetDeletion);

queryUsed.subscribe((db, { queryId }) => listUserUses(db, queryId));
queryUsed.subscribe((db, { queryId, userId }) => listUsesOfQuery(db, queryId, userId));
queryUsed.subscribe((db, { queryId, userId }) => listAlertsOfQuery(db, queryId, userId));
queryUsed.subscribe((db, { queryId, userId }) => listReportsOfQuery(db, queryId, userId));
