// All subscriptions to the events of modules. Every thread that changes records loads this file once: the app, the
// threads of work and of tasks, the first start, and the tests. Subscribers of one event stand in the order of the
// ranks (scripts/arrows/modules.mjs).
import { userTimeZoneChanged } from './modules/access/user/events.ts';
import { notifyOfEarlyPoints } from './modules/outcomes/notification/early-points.ts';
import { followTimeZone } from './modules/outcomes/notification/service.ts';
import { requestFromStart, requestTwinEvaluation } from './modules/protections/evaluation/service.ts';
import { pointsEarly } from './modules/signals/data-point/events.ts';
import { twinStartDateChanged, twinsActivated } from './modules/twins/twin/events.ts';

pointsEarly.subscribe(notifyOfEarlyPoints);
userTimeZoneChanged.subscribe((db, { userId }) => followTimeZone(db, userId));
twinsActivated.subscribe(requestTwinEvaluation);
twinStartDateChanged.subscribe(requestFromStart);
