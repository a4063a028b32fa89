// All subscriptions to the events of modules. Every thread that changes records loads this file once: the app, the
// threads of work and of tasks, the first start, and the tests. Subscribers of one event stand in the order of the
// ranks (scripts/arrows/modules.mjs).
import { userTimeZoneChanged } from './modules/access/user/events.ts';
import { assetDeleting, outOfServiceChanged, riskInputsChanged } from './modules/assets/asset/events.ts';
import { benchmarkChanged } from './modules/assets/benchmark/events.ts';
import { announceStanding, fireActions } from './modules/outcomes/action/service.ts';
import { notifyOfEarlyPoints } from './modules/outcomes/notification/early-points.ts';
import { followTimeZone } from './modules/outcomes/notification/service.ts';
import { enqueueSetAsideNotice } from './modules/outcomes/notification/set-aside.ts';
import { calculatedTagExtension } from './modules/protections/calculated-tag/extension.ts';
import * as calculatedTag from './modules/protections/calculated-tag/follow.ts';
import { evaluationHappened, evaluationSetAside } from './modules/protections/evaluation/events.ts';
import {
  listTagUsers,
  requestEvaluationOfUsers,
  requestFromService,
  requestFromStart,
  requestTwinEvaluation,
} from './modules/protections/evaluation/service.ts';
import * as protection from './modules/protections/protection/aliases.ts';
import { deleteLinks, linkFailureMode } from './modules/protections/protection/links.ts';
import { shelvingEnded } from './modules/protections/shelving/events.ts';
import {
  followAliases,
  followAssetDeletion,
  followBenchmark,
  followRiskInputs,
  followTwins,
} from './modules/risk/risk-analysis/service.ts';
import { pointsEarly } from './modules/signals/data-point/events.ts';
import { tagDeleted, tagDeleting, tagUnitChanged, tagUnitChanging } from './modules/signals/tag/events.ts';
import { registerCalculatedTags } from './modules/signals/tag/service.ts';
import { activityDeleted } from './modules/twins/activity/events.ts';
import {
  aliasChanged,
  aliasCreated,
  aliasDeleted,
  aliasDeleting,
  counterAsked,
} from './modules/twins/alias/events.ts';
import { followTagUnit, listInputsOfTag, listUnitProblems } from './modules/twins/alias/service.ts';
import { failureModeDeleted, failureModeSaved } from './modules/twins/failure-mode/events.ts';
import { twinStartDateChanged, twinsActivated } from './modules/twins/twin/events.ts';

userTimeZoneChanged.subscribe((db, { userId }) => followTimeZone(db, userId));

registerCalculatedTags(calculatedTagExtension);
tagDeleting.subscribe(listInputsOfTag);
tagDeleting.subscribe(listTagUsers);
tagDeleted.subscribe(requestEvaluationOfUsers);
tagUnitChanging.subscribe(listUnitProblems);
tagUnitChanged.subscribe(followTagUnit);
pointsEarly.subscribe(notifyOfEarlyPoints);

aliasCreated.subscribe(calculatedTag.followNewAlias);
aliasChanged.subscribe(protection.followChangedAlias);
aliasChanged.subscribe(calculatedTag.followChangedAlias);
counterAsked.subscribe(protection.isCounterOfProtection);
aliasDeleting.subscribe(protection.listProtectionsOfAlias);
aliasDeleting.subscribe(calculatedTag.listTagsOfAlias);
aliasDeleted.subscribe(calculatedTag.followDeletedAlias);

activityDeleted.subscribe(deleteLinks);
failureModeDeleted.subscribe(deleteLinks);
failureModeSaved.subscribe(linkFailureMode);

outOfServiceChanged.subscribe(requestFromService);
twinsActivated.subscribe(requestTwinEvaluation);
twinStartDateChanged.subscribe(requestFromStart);

evaluationHappened.subscribe(fireActions);
shelvingEnded.subscribe(announceStanding);
evaluationSetAside.subscribe(enqueueSetAsideNotice);

riskInputsChanged.subscribe(followRiskInputs);
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
