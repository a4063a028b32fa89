const words = (text: string): string[] => text.split(' ');

/**
 * The fields of the specification's entities, by the name of the schema of the response or request. A nested entity is
 * named by its path: `Watch.twin`.
 */
export const fields: Readonly<Record<string, readonly string[]>> = {
  Session: words('databaseName expiration timeLeft onPremise version videoPath libraryStatus'),
  CurrentUser: words(
    'id userName email firstName lastName middleName timeZone mobilePhone enabled systemUser isAdmin assignedGroups assignedRecordTypes allowDirectLogin external hasRecordAccess',
  ),
  Twin: words(
    'id assetId assetUniqueId assetName active startDate missionTime technicalNumber twinType probability consequence failureData connectionGroupId connectionId description',
  ),
  Consequence: words('id assetId twinId failureModeId value scale description library lifeCycleState'),
  Probability: words(
    'id assetId twinId failureModeId value riskAnalysisValue failureDistribution failureDistributionParameters library lifeCycleState',
  ),
  LoginResponse: words('id timeLeft'),
  FailureData: words('mtbf previousMtbf'),
  RiskAnalysis: words(
    'id name description startDate endDate missionTime probabilityThreshold assets validScenarios',
  ),
  RiskAnalysisAsset: words(
    'assetId assetName assetClass assetClassLabel twinId twinStartDate twinMissionTime improve improveDescription probabilityValue probabilityFailureDistributionScale consequenceValue risk comparativeMtbf library distributionType shape asset',
  ),
  TaxonomyEntry: words('id category class type score distribution mtbf mtbfDays shape'),
  Asset: words(
    'id assetName uniqueId category class type technicalNumber twinId riskAnalysisId riskAnalysisName isEquipment maintenancePlant planningPlant departmentId description positionId',
  ),
  Notification: words('id twinId sourceType message read timeStamp url type grouping groupCount'),
  NotificationSettings: words('notifications dailyAggregate weeklyAggregate'),
  Watch: words('twin indicators advisories'),
  Work: words(
    'id twinId tagAliasId name description duration cost resource lifeCycleState start planned completed',
  ),
  Activity: words('id twinId tagAliasId name description duration cost resource lifeCycleState'),
  Unit: words('id categoryId name abbreviation description isStandard'),
  TagStatus: words('id connectionId dataImportJobStatus recalculationJobStatus'),
  Tag: words(
    'id assetIds connectionId connectionGroupId type completion name caption description keywords uomId source dataImportJobStatus recalculationJobStatus logic isCalculated dataPointCount',
  ),
  JobStatus: words('status percent lastUpdated'),
  TagAlias: words('id twinId calculatedTagId mappedTagId type name description keywords uomId options'),
  ProtectionAlias: words(
    'tagAliasId intervalType expectedInterval counterInterval counterStart tolerance schedule',
  ),
  Protection: words(
    'id twinId name type tagAliasIds thresholds defaultLevel active failureModeIds aliases completion level tracking latest dirtyFlags description expectedInterval startDate updatedDate lastEvaluatedDate indicatorPattern',
  ),
  ProtectionSummary: words(
    'type subType id twinId name completion isCounter failureModeIds data updatedDate lastEvaluatedDate tagAliasIds active aliases',
  ),
  Threshold: words('id name alias logic type level logExcursion actions'),
  IndicatorPattern: words(
    'id indicatorId trainingStart trainingEnd patterns training model version pipeline checksum',
  ),
  TrainingStatus: words(
    'indicatorPatternId indicatorId time completion jobStatusTime jobStatus log notifyUsers completionPercent checksum',
  ),
  CommandReference: words('commandId'),
  SimulationSummary: words(
    'simulationId startTime level completeTime indicatorLastUpdateTime items numDataPointsSinceCompletion stale',
  ),
  SimulationItem: words(
    'id type count duration isOpen notifyCount advisoryCount excursionCount name level logic color',
  ),
  Simulation: words(
    'id time simulationCompletion jobStatus jobStatusDate startTime endTime indicatorId indicatorName twinId twinName userId stats log stale tracking',
  ),
  FailureMode: words('id twinId name description consequence probability protectionIds'),
  TwinModel: words(
    'id name description active category class type author manufacturer model accessLevel versionId major minor patch definition',
  ),
  ValueList: words('id isStandard name description dataType configuration'),
  ValueListItem: words('id caption category value description color default isStandard'),
  Connection: words('id name type connectionGroupId token status tracking exportTagStatus configuration'),

  'Probability.failureDistributionParameters': words('type shape scale'),
  AnalysisAssetResult: words('id improvement improvementComment probabilityValue failureModes'),
  'AnalysisAssetResult.failureModes': words('id probabilityValue'),
  NewRiskAnalysis: words(
    'analysis analysisName description startDate endDate missionTime probabilityThreshold assets',
  ),
  'NewRiskAnalysis.assets': words('id improvement improvementComment probabilityValue failureModes'),
  RiskAnalysisChange: words(
    'analysis analysisName description startDate endDate missionTime probabilityThreshold assets',
  ),
  'RiskAnalysisChange.assets': words('id improvement improvementComment probabilityValue failureModes'),
  'RiskAnalysisChange.assets.failureModes': words('id probabilityValue'),
  'RiskAnalysisAsset.asset': words('failureData'),
  'RiskAnalysisAsset.asset.failureData': words('mtbf'),
  'Asset.category': words('caption'),
  'Asset.class': words('caption'),
  'Asset.type': words('caption'),
  'NotificationSettings.notifications': words('context type inApp email'),
  'Watch.twin': words('id assetName active'),
  'Watch.indicators': words('level'),
  'Watch.advisories': words('state count'),
  'TagAlias.options': words('tolerance'),
  TagAliasModification: words('flag model'),
  ThresholdAction: words(
    'id type direction who notifySubscribers activityId comment reviewerUserIds reviewerGroupIds inheritFailureModes failureModeIds targetHorizon priority work',
  ),
  'ThresholdAction.who': words('type id enabled value'),
  'ThresholdAction.work': words('type priority status shortDescription description'),
  'Protection.thresholds.actions': words('id type direction'),
  'Protection.aliases': words('tagAliasId intervalType schedule'),
  'ProtectionSummary.data': words('level'),
  'IndicatorPattern.patterns': words('id name default'),
  'IndicatorPattern.training': words('patternId start end'),
  'IndicatorPattern.pipeline': words('scaleStats labelEncoder labelDecoder tagAliasNames'),
  'Simulation.tracking': words('results indicatorLatest indicatorTracking indicatorLevel'),
  'Simulation.tracking.indicatorTracking': words('patternId thresholds drivingThresholdName'),
  'TwinModel.category': words('caption'),
  'TwinModel.class': words('caption'),
  'TwinModel.type': words('caption'),
  'TwinModel.definition': words(
    'missionTime activities failureModes indicators tagAliases tags probability consequence',
  ),
  'ValueList.configuration': words('categories items'),
  'ValueList.configuration.items': words('id caption category value'),
  ListItem: words('id name description isStandard'),
  ColoredItem: words('id name description color default'),
  SimpleRecord: words('id name description'),
  'Connection.configuration': words(
    'type logLevel server url user password tenant organization notificationType extractionStartDate extractionNotificationTypes extractionOrderTypes extractionServiceRequestTypes assetGridName orderGridName certificate securityMode certificatePassword assetSearchField',
  ),
};
